export { printScenario, readScenario, type Scenario, ScenarioError, type ScenarioInput } from './file.js';
export { type Loaded, loadScenario, scenarioCard } from './load.js';
export { type Populated, type Population, populate } from './populate.js';
export { exportScenario } from './save.js';
export { checkRows } from './stored-rows.js';
