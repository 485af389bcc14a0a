export { exportScenario } from './export.js';
export {
  checkScenario,
  printScenario,
  readScenario,
  type Scenario,
  ScenarioError,
  type ScenarioSource,
} from './file.js';
export { cardOf, type Loaded, loadScenario } from './load.js';
