export { printScenario, readScenario, type Scenario, ScenarioError, type ScenarioInput } from './file.js';
export { cardOf, type Loaded, loadScenario } from './load.js';
export { exportScenario } from './save.js';
export { checkRows } from './stored-rows.js';
