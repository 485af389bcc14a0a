import { type Program, withCompletion } from 'payment-gateway-core/cli';

export const verifyProgram: Program = withCompletion({
  name: 'payment-gateway-verify',
  groups: ['Verify'],
  commands: {
    run: [
      'Verify',
      'Check which statements of the contract hold on a server',
      async () => (await import('./verify.js')).verify,
    ],
    proxy: [
      'Verify',
      "Forward your shop's traffic to the gateway unchanged, and judge it",
      async () => (await import('./proxy.js')).proxy,
    ],
    books: [
      'Verify',
      "Compare your shop's orders with the gateway's transactions, read only",
      async () => (await import('./books.js')).books,
    ],
  },
  usual: 'run',
});
