import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { isNode, type Node } from '../../scripts/contract/elements.js';
import { operationsOf, webhooksOf } from '../../scripts/docs/places.ts';
import { applyOverlay } from '../../scripts/docs/redoc/overlay.ts';
import { redoclyFolder } from '../../scripts/docs/redoc/redocly.ts';
import type { Contract } from '../../scripts/docs/types.ts';
import { readDictionary } from '../../scripts/translation/dictionary.ts';
import { actionsOf } from '../../scripts/translation/overlay.ts';
import { type Told, toldStrings } from '../../scripts/translation/strings.ts';
import { translator } from '../../scripts/translation/translate.ts';

const file = 'generated/openapi.pt-br.overlay.yaml';
const source = readFileSync('openapi.yaml', 'utf8');
const contract: Contract & Node = parse(source);
let translated: Contract;

beforeAll(async () => {
  translated = await applyOverlay(source, readFileSync(file, 'utf8'));
}, 60_000);

describe('the contract in Portuguese', () => {
  test('is the contract, save for what people read', () => {
    const strings = [...toldStrings(contract)];
    expect(strings.length).toBeGreaterThan(800);
    expect(without(translated, strings)).toEqual(without(contract, strings));
  });

  test('has every string that people read as the dictionary says it', () => {
    const translate = translator(readDictionary());
    for (const { path, key, text } of toldStrings(contract)) {
      expect(parent(translated, path)[key] ?? text, [...path, key].join('/')).toBe(translate(text));
    }
  });

  test('summarises each operation and event in Portuguese', () => {
    const summaries = (one: Contract) =>
      [...operationsOf(one), ...webhooksOf(one)].map(({ operation }) => operation.summary);
    const [english, portuguese] = [summaries(contract), summaries(translated)];
    expect(portuguese).toHaveLength(64);
    expect(portuguese.filter((summary) => !summary || english.includes(summary))).toEqual([]);
  });

  test('keeps the names of tags, to which anchors lead, and shows Portuguese ones', () => {
    expect(translated.tags.map(({ name }) => name)).toEqual(contract.tags.map(({ name }) => name));
    expect(translated.tags.map((tag) => tag['x-displayName'])).toContain('Links de pagamento');
  });
});

describe('the overlay', () => {
  test('is a valid OpenAPI Overlay 1.0', () => {
    const cli = join(redoclyFolder, 'bin', 'cli.js');
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const args = [
      cli,
      'lint',
      file,
      '--extends',
      'spec',
      '--format',
      'json',
      '--config',
      'scripts/docs/redoc/redocly.yaml',
    ];
    const { totals } = JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8', stdio: 'pipe' }));
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
    expect(parse(readFileSync(file, 'utf8')).overlay).toBe('1.0.0');
  }, 60_000);

  test('finds what stands below any name', async () => {
    const names = ["it's", 'a"b', 'back\\slash', 'dotted.name', 'with space', '[0]', 'é', '$', '*', 'x-y', '0'];
    const schemas = Object.fromEntries(names.map((name) => [name, { type: 'object', description: 'The price' }]));
    const hostile = { openapi: '3.1.0', info: { title: 'A plan', version: '1' }, paths: {}, components: { schemas } };
    const actions = actionsOf(hostile, readDictionary());
    expect(actions).toHaveLength(names.length + 1);
    const overlay = { overlay: '1.0.0', info: { title: 'x', version: '1' }, actions };
    const changed = await applyOverlay(stringify(hostile), stringify(overlay));
    for (const name of names) {
      expect(Object.hasOwn(changed.components.schemas, name), name).toBe(true);
      expect(changed.components.schemas[name]?.description, name).toBe('O preço');
    }
  }, 60_000);

  test('changes nothing that has no translation', () => {
    expect(actionsOf({ info: { title: 'Nobody says this', version: '1' } }, readDictionary())).toEqual([]);
  });
});

/** A copy in which those strings are missing. */
function without(document: Contract | Node, strings: readonly Told[]): unknown {
  const copy = structuredClone(document);
  for (const { path, key } of strings) delete parent(copy, path)[key];
  return copy;
}

function parent(document: unknown, path: Told['path']): Node {
  let node = document;
  for (const key of path) node = isNode(node) || Array.isArray(node) ? Reflect.get(node, key) : undefined;
  if (!isNode(node)) throw new Error(`Nothing at ${path.join('/')}`);
  return node;
}
