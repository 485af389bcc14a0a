import { defineCommand, withProgress } from 'payment-gateway-core/cli';
import { printScenario, type Scenario } from '../scenario/index.js';
import { callSandbox, printJson, printLines, REMOTE_OPTIONS } from './remote.js';

export const exportCommand = defineCommand({
  details: 'The output is a scenario file for --scenario: it has no events, and no charges of subscriptions.',
  options: REMOTE_OPTIONS,
  examples: ['export > shop.yaml'],
  async run({ values }) {
    const scenario = await withProgress('Reading the objects', () =>
      callSandbox<Scenario>(values, 'GET', '/_sandbox/scenario'),
    );
    if (values.json) printJson(scenario);
    else printLines((await printScenario(scenario)).trimEnd());
    return 0;
  },
});
