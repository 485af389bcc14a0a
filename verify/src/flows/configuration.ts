import { flow } from './flow.js';

/** Settings of the merchant. A run does not restore them. */
export const configuration = [
  flow('configuration', 'Add acquirers, set the main one, configure anti-fraud', async ({ send, settles }) => {
    settles('acquirer-shape', 'acquirer-main', 'anti-fraud-shape');
    const credentials = { key: 'none' };
    const named = (name: string) => ({ acquirers: [{ name, priority: 99, credentials }] });
    await send('addAcquirers', { body: named('verification') });
    const added = await send('addAcquirers', { body: named('verification 2') });
    await send('setMainAcquirer', { path: { id: added.acquirers?.at(-1)?.id } });
    await send('addAcquirers', { body: named('verification 3') });
    const antiFraud = { enabled: false, provider: 'verification', sequence: 'analyse_first', credentials };
    await send('configureAntiFraud', { body: antiFraud });
  }),
];
