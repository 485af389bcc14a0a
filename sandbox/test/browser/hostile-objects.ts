/** Creates objects whose texts are hostile wherever the sandbox takes any text. */
import { readContract } from '../../../core/src/contract/index.js';
import { type JsonObject, objectAt, stringAt } from '../../../core/src/util/index.js';
import { HOSTILE } from '../hostile.ts';

type Send = (method: string, path: string, body: unknown) => Promise<{ status: number; body: JsonObject }>;

/** The operations, those that create objects for others first. */
const PATHS = [
  'customers',
  'cards',
  'receivers',
  'webhooks',
  'plans',
  'prices',
  'links',
  'transactions',
  'subscriptions',
];

/** The fields of a request that name another object, and the path that creates one. */
const NEEDED = { plan_id: 'plans', price_id: 'prices' } as const;

/** Resolves with the paths of the hostile fields. */
export async function createHostile(send: Send): Promise<string[]> {
  const ids = new Map<string, unknown>();
  const hostile: string[] = [];
  for (const path of PATHS) {
    const body = exampleOf(`/v1/${path}`);
    for (const [field, of] of Object.entries(NEEDED)) if (field in body) body[field] = ids.get(of);
    for (const { holder, key, name } of textsIn(body)) {
      const before = holder[key];
      holder[key] = HOSTILE;
      const { status } = await send('POST', `/v1/${path}`, body);
      if (status === 200) hostile.push(`${path}.${name}`);
      else holder[key] = before;
    }
    ids.set(path, (await send('POST', `/v1/${path}`, body)).body.id);
  }
  return hostile;
}

/** Returns the first example of the request that creates an object. */
function exampleOf(path: string): JsonObject {
  const contract = readContract();
  const at = (...keys: string[]) => keys.reduce<JsonObject>(objectAt, contract);
  const [first] = Object.values(at('paths', path, 'post', 'requestBody', 'content', 'application/json', 'examples'));
  const name = stringAt(first, '$ref')?.replace('#/components/examples/', '') ?? '';
  return structuredClone(at('components', 'examples', name, 'value'));
}

interface Place {
  readonly holder: JsonObject;
  readonly key: string;
  readonly name: string;
}

function textsIn(value: JsonObject, prefix = ''): Place[] {
  return Object.entries(value).flatMap(([key, field]): Place[] => {
    const name = `${prefix}${key}`;
    if (typeof field === 'string') return [{ holder: value, key, name }];
    return typeof field === 'object' && field !== null ? textsIn(field as JsonObject, `${name}.`) : [];
  });
}
