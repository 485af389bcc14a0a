export { exportScenario } from './export.js';
export { printScenario, readScenario, type Scenario, ScenarioError } from './file.js';
export { cardOf, type Loaded, loadScenario } from './load.js';
