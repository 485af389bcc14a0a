import { defineCommand, withProgress } from 'payment-gateway-core/cli';
import { printable } from 'payment-gateway-core/codes';
import { fitted } from 'payment-gateway-core/util';
import { DURATION_FORM, parseDuration } from '../clock/index.js';
import { type ControlSchemas, callSandbox, REMOTE_OPTIONS, show } from './remote.js';

export const advance = defineCommand({
  details: 'Everything that falls due on the way happens at its own time.',
  argument: {
    type: 'string',
    value: '<duration>',
    isRequired: true,
    help: DURATION_FORM,
    read(given: string): string {
      parseDuration(given);
      return given;
    },
  },
  options: REMOTE_OPTIONS,
  examples: ['advance 31d', 'advance 12h --json'],
  async run({ values, argument: by }) {
    const clock = await withProgress('Advancing the clock', () =>
      callSandbox<ControlSchemas['Clock']>(values, 'POST', '/_sandbox/clock/advance', { by }),
    );
    show(clock, values, ({ now, changes = [] }) => fitted(printable(`${now}  ${summaryOf(changes)}`)));
    return 0;
  },
});

/** Returns a summary such as `2 pix canceled, 1 subscription paid`, or that nothing changed. */
function summaryOf(changes: readonly ControlSchemas['Change'][]): string {
  const lines = changes.map(({ event, status, payment_method, count }) => {
    const [object = '', verb = ''] = event.split('.');
    return `${count} ${payment_method ?? object} ${status ?? verb}`;
  });
  return lines.join(', ') || 'nothing changed';
}
