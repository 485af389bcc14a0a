/** Lists for people to look through: by pages, filtered, without secrets. */
import { type OperationId, operations } from '../../../generated/operations.js';
import type { components } from '../../../generated/sandbox-types.js';
import type { Values } from '../../contract/json.js';
import { isObject } from '../../contract/json.js';
import { redact } from '../../redaction/index.js';
import { type Journal, type MockRequest, readEntries } from '../../server/journal/journal.js';
import { type SandboxObject, withoutSecrets } from '../controls.js';
import type { Run, Stored } from '../state/index.js';

export type ObjectKind = components['schemas']['Kind'];

/** So many objects are looked through by one unit of work: others get their turn in between. */
const BATCH = 500;

/** Newest first. What is filtered is looked through as a whole, so that `total` counts what fits. */
export async function listObjects(
  run: Run,
  account: string,
  kind: ObjectKind,
  query: Values,
): Promise<components['schemas']['Objects']> {
  const { status, search } = query;
  const { page, perPage } = pageOf(query, 25);
  if (status === undefined && search === undefined) {
    const { items, total } = await run(account, (work) => work.page(kind, { page, perPage }));
    return { data: items.map(presented), total };
  }
  const wanted = String(search ?? '').toLowerCase();
  const data: SandboxObject[] = [];
  let total = 0;
  for (let batch = 1, seen = 0; ; batch++) {
    const { items, total: all } = await run(account, (work) => work.page(kind, { page: batch, perPage: BATCH }));
    for (const item of items) {
      if (status !== undefined && item.value.status !== status) continue;
      const shown = presented(item);
      // What is hidden is not found either.
      if (!JSON.stringify(shown).toLowerCase().includes(wanted)) continue;
      total += 1;
      if (total > (page - 1) * perPage && data.length < perPage) data.push(shown);
    }
    seen += items.length;
    if (items.length === 0 || seen >= all) return { data, total };
  }
}

/** An object for people to look at. A card number may stand in any field that is free, and a secret in the address of a webhook. */
export function presented({ id, kind, value }: Stored): SandboxObject {
  const { url } = value;
  const plain = kind === 'webhooks' && typeof url === 'string' ? { ...value, url: withoutSecrets(url) } : value;
  // Redaction keeps the shape of an object.
  return { ...(redact(plain) as SandboxObject), id };
}

export async function listRequests(journal: Journal, query: Values): Promise<components['schemas']['Requests']> {
  const { order = 'oldest', operation, outcome } = query;
  const { page, perPage } = pageOf(query, 1000);
  const { first } = journal;
  const fitting = journal.entries
    .map((entry, index) => ({ number: first + index, entry }))
    .filter(
      ({ entry: { operationId, status, warnings } }) =>
        (operation === undefined || operationId === operation) &&
        (outcome !== 'failed' || status === 0 || status >= 400) &&
        (outcome !== 'warned' || warnings.length > 0),
    );
  if (order === 'newest') fitting.reverse();
  const shown = fitting.slice((page - 1) * perPage, page * perPage);
  const read = await readEntries(shown.map(({ entry }) => entry));
  const requests = read.map((given, index) => {
    const request = { number: shown[index]?.number, ...given, path: pathOf(given) };
    const { body } = given;
    const isAddress = /Webhook$/.test(request.operationId ?? '') && isObject(body) && typeof body.url === 'string';
    return isAddress ? { ...request, body: { ...body, url: withoutSecrets(String(body.url)) } } : request;
  });
  // As JSON: a field that is undefined is none.
  return { requests: JSON.parse(JSON.stringify(requests)), total: fitting.length };
}

/** The path with its parameters, as it was sent. */
function pathOf({ operationId, params }: MockRequest): string | undefined {
  if (operationId === undefined || !Object.hasOwn(operations, operationId)) return undefined;
  const { path } = operations[operationId as OperationId];
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function pageOf({ page = '1', per_page }: Values, usual: number): { page: number; perPage: number } {
  return { page: Number(page), perPage: Number(per_page ?? usual) };
}
