import { printScenario, type Scenario } from '../sandbox/scenario/index.js';
import { defineCommand } from './command.js';
import { withProgress } from './output.js';
import { createRemote, REMOTE_OPTIONS, show } from './remote.js';

export const exportScenario = defineCommand({
  details: 'The output is a scenario file for --scenario: it has no events, and no charges of subscriptions.',
  options: REMOTE_OPTIONS,
  examples: ['export > shop.yaml'],
  async run({ values }) {
    const { data } = await withProgress('Reading the objects', () => createRemote(values).GET('/_sandbox/scenario'));
    const yaml = values.json ? '' : await printScenario((data ?? {}) as Scenario);
    show(data, values, () => yaml.trimEnd());
    return 0;
  },
});
