import type { RecordedRequest } from '../../../src/server/index.js';
import type { JournalEntry } from '../../../src/server/journal/journal.js';

/** A request as the journal stores it, without its body. */
export const REQUEST: Omit<RecordedRequest, 'body'> = {
  time: '',
  method: 'POST',
  path: '',
  operationId: undefined,
  params: {},
  query: {},
  headers: {},
  response: undefined,
  status: 200,
  errors: [],
  warnings: [],
  planned: undefined,
  evidence: undefined,
  duration: 0,
};

/** A journal entry with this request. */
export const ENTRY: JournalEntry = {
  ...REQUEST,
  account: undefined,
  objectId: undefined,
  started: 0,
  subject: [],
  bytes: 1,
  mentions: () => false,
  read: () => ({ ...REQUEST, body: undefined }),
};
