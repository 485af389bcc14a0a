import { type Program, withCompletion } from './program.js';

/** The commands of the other two packages, which a reader of older texts may type here. A test compares them with the programs. */
const ELSEWHERE = {
  'payment-gateway-sandbox': [
    ...['sandbox', 'start', 'demo', 'open', 'list', 'get', 'populate', 'reset', 'fault', 'init', 'export', 'explore'],
    ...['pay', 'checkout', 'authenticate', 'expire', 'capture', 'refund', 'cancel', 'review', 'approve', 'decline'],
    ...[
      'settle',
      'fail',
      'accept',
      'challenge',
      'analyze',
      'chargeback',
      'win-chargeback',
      'set-status',
      'advance',
      'events',
    ],
    ...['redeliver', 'listen', 'trigger', 'assumptions'],
  ],
  'payment-gateway-verify': ['verify'],
};

export const program: Program = withCompletion({
  name: 'payment-gateway-contract',
  groups: ['Server', 'Contract'],
  commands: {
    mock: ['Server', 'Start a mock of the gateway', async () => (await import('./mock.js')).mock],
    docs: ['Contract', 'Search the docs, or copy them to a folder', async () => (await import('./docs.js')).docs],
  },
  elsewhere: ELSEWHERE,
});
