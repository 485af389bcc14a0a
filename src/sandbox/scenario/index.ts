export { exportScenario } from './export.js';
export { printScenario, readScenario, type Scenario, ScenarioError, type ScenarioInput } from './file.js';
export { cardOf, type Loaded, loadScenario } from './load.js';
