import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { query } from 'jsonpath-rfc9535';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { contractOf } from '../../../core/src/contract/contract.ts';
import type { OpenApi } from '../../../core/src/contract/openapi.ts';
import { isObject, type JsonObject } from '../../../core/src/util/json.ts';
import { counts } from '../../../test/source/operations.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { parametersOf, withNumbers } from '../../contract/parameters.ts';
import { readDictionary } from '../../translation/dictionary.ts';
import {
  actionsOf,
  type TranslatableString,
  translatableStrings,
  translateContract,
  translator,
} from '../../translation/overlay.ts';
import { ownContract } from '../docs/contract.ts';

const folder = temporaryFolder('overlay');
const file = 'dist/derived/openapi.pt-br.overlay.yaml';
const source = ownContract();
// The contract has the type of its schema; lint checks it.
const contract = source.root as JsonObject & OpenApi;
const translated = translateContract(contract, readDictionary());

/** Runs a command of Redocly's command line without the project's lint rules and returns its output. */
function redocly(...args: string[]): string {
  const cli = 'node_modules/@redocly/cli/bin/cli.js';
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const config = ['--config', 'scripts/test/translation/redocly.yaml'];
  return execFileSync(process.execPath, [cli, ...args, ...config], { env, encoding: 'utf8', stdio: 'pipe' });
}

describe('the contract in Portuguese', () => {
  test('is the contract, save for what people read', () => {
    const strings = [...translatableStrings(contract)];
    expect(strings.length).toBeGreaterThan(800);
    expect(without(translated, strings)).toEqual(without(contract, strings));
  });

  test('has every string that people read as the dictionary says it', () => {
    const translate = translator(readDictionary());
    const { written } = source;
    for (const { path, key, text } of translatableStrings(written)) {
      const own = path[0] === 'x-evidence-register' ? String(path[1]) : '';
      const wanted = withNumbers(translate(text), parametersOf(written), { own, language: 'pt-BR' });
      expect(parent(translated, path)[key] ?? text, [...path, key].join('/')).toBe(wanted);
    }
  });

  test('summarises each operation and event in Portuguese', () => {
    const summaries = (one: OpenApi) => contractOf(one).operationsAndWebhooks.map((operation) => operation.summary);
    const [english, portuguese] = [summaries(contract), summaries(translated)];
    expect(portuguese).toHaveLength(counts.http + contractOf(contract).webhooks.length);
    expect(portuguese.filter((summary) => !summary || english.includes(summary))).toEqual([]);
  });

  test('keeps the names of tags, which anchors use, and shows Portuguese ones', () => {
    expect(translated.tags.map(({ name }) => name)).toEqual(contract.tags.map(({ name }) => name));
    expect(translated.tags.map((tag) => tag['x-displayName'])).toContain('Links de pagamento');
  });
});

describe('the overlay', () => {
  test('is a valid OpenAPI Overlay 1.0', () => {
    const { totals } = JSON.parse(redocly('lint', file, '--extends', 'spec', '--format', 'json'));
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
    expect(parse(readFileSync(file, 'utf8')).overlay).toBe('1.0.0');
  });

  test('is the same contract for Redocly and the docs', { tags: 'long' }, () => {
    const after = join(folder, 'after.json');
    // Without the evidence file next to it, as users have it.
    copyFileSync('openapi.yaml', join(folder, 'openapi.yaml'));
    redocly('bundle', join(folder, 'openapi.yaml'), '--overlay', file, '-o', after);
    expect(JSON.parse(readFileSync(after, 'utf8'))).toEqual(translateContract(source.contract, readDictionary()));
  });

  test('finds strings below any name', () => {
    const names = ["it's", 'a"b', 'back\\slash', 'dotted.name', 'with space', '[0]', 'é', '$', '*', 'x-y', '0'];
    const schemas = Object.fromEntries(names.map((name) => [name, { type: 'object', description: 'The price' }]));
    const hostile = { openapi: '3.1.0', info: { title: 'A plan', version: '1' }, paths: {}, components: { schemas } };
    const actions = actionsOf(hostile, readDictionary());
    expect(actions).toHaveLength(names.length + 1);
    const targets = actions.flatMap(({ target }) => query(hostile, target));
    expect(targets).toEqual([hostile.info, ...Object.values(schemas)]);
  });

  test('changes nothing that has no translation', () => {
    expect(actionsOf({ info: { title: 'Nobody says this', version: '1' } }, readDictionary())).toEqual([]);
  });
});

/** A copy without those strings. */
function without(document: OpenApi | JsonObject, strings: readonly TranslatableString[]): unknown {
  const copy = structuredClone(document);
  for (const { path, key } of strings) delete parent(copy, path)[key];
  return copy;
}

function parent(document: unknown, path: TranslatableString['path']): JsonObject {
  let node = document;
  for (const key of path) node = isObject(node) || Array.isArray(node) ? Reflect.get(node, key) : undefined;
  if (!isObject(node)) throw new Error(`Nothing at ${path.join('/')}`);
  return node;
}
