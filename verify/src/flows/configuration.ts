import { flow } from './flow.js';

/** Settings of the merchant. A run does not restore them. */
export const configuration = [
  flow(
    'configuration',
    'Add three acquirers, make the second one the main one, configure anti-fraud',
    async ({ send }) => {
      const credentials = { key: 'none' };
      const named = (name: string) => ({ acquirers: [{ name, priority: 99, credentials }] });
      const shown = ['acquirer-shape', 'acquirer-main'] as const;
      await send('addAcquirers', { body: named('verification'), settles: [...shown] });
      const added = await send('addAcquirers', { body: named('verification 2'), settles: ['acquirer-main'] });
      const path = { id: added.acquirers?.at(-1)?.id };
      await send('setMainAcquirer', { path, settles: [...shown] });
      await send('addAcquirers', { body: named('verification 3'), settles: ['acquirer-main'] });
      await send('configureAntiFraud', {
        body: { enabled: false, provider: 'verification', sequence: 'analyse_first', credentials },
        settles: ['single-configuration', 'anti-fraud-shape'],
      });
    },
  ),
];
