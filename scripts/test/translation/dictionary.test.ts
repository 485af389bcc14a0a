import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../core/src/util/json.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { checkDictionary, lostIn, otherWords, readGlossary } from '../../translation/check.ts';
import { translations } from '../../translation/command.ts';
import { type Pair, readDictionary, readPairs, writePairs } from '../../translation/dictionary.ts';
import { ownContract } from '../docs/contract.ts';

const contract: JsonObject = ownContract().written;
const glossary = readGlossary();
const dictionary = readDictionary();
const pairs = [...dictionary.values()].flat();

describe('the dictionary', () => {
  test('has no mistakes, and Portuguese for every text of the contract', () => {
    expect(pairs.length).toBeGreaterThan(1000);
    const { problems, missing } = checkDictionary(contract, dictionary, glossary);
    expect(problems).toEqual([]);
    expect([...missing].filter(([, { where }]) => /^(?:openapi|evidence)\.yaml/.test(where))).toEqual([]);
  });

  test.each([...dictionary])('%s is as `npm run docs:translations -- --write` writes it', (name, written) => {
    expect(readFileSync(`scripts/translation/pt-br/${name}`, 'utf8')).toBe(writePairs(written));
  });

  test('writes "Pix" like the Central Bank, as all Portuguese texts do', () => {
    const texts = ['console/texts.ts', 'buyer/texts.ts', 'shared/codes.tsx'].map((name) =>
      [...readFileSync(`sandbox/pages/${name}`, 'utf8').matchAll(/\bsay\(\s*'([^']*)'/g)].map(([, pt]) => pt),
    );
    const portuguese = [
      ...pairs.map(({ pt }) => pt),
      ...texts.flat(),
      ...readFileSync('scripts/docs/words/pt-br.ts', 'utf8').split('\n'),
    ];
    expect(portuguese.filter((text = '') => /\bPIX\b/.test(text))).toEqual([]);
  });

  test('addresses the reader as "você"', () => {
    expect(
      pairs.filter(({ pt }) => /(?<!\p{L})(?:tu|teus?|tuas?|vós|voss[oa]s?|quem integra)(?!\p{L})/iu.test(pt)),
    ).toEqual([]);
  });
});

describe('a translation', () => {
  test.each<[string, Pair, RegExp | undefined]>([
    ['with everything', { en: 'Send `a` to [b](c): {id}, 1.50.', pt: 'Envie `a` para [b](c): {id}, 1,50.' }, undefined],
    ['without its code', { en: 'Send `a`.', pt: 'Envie a.' }, /code differs/],
    ['with other code', { en: 'Send `a`.', pt: 'Envie `b`.' }, /code differs: `a` in English, `b` in Portuguese/],
    ['with another link', { en: 'See [a](b).', pt: 'Veja [a](c).' }, /target of a link/],
    ['with another address', { en: 'At https://a.b', pt: 'Em https://a.c' }, /an address/],
    ['without a placeholder', { en: 'At {id}', pt: 'Em id' }, /a placeholder/],
    ['with another number', { en: 'After 15 days', pt: 'Depois de 5 dias' }, /a number/],
    ['with a number too many', { en: 'After days', pt: 'Depois de 5 dias' }, /a number/],
    ['with a name translated', { en: 'created_at and netAmount', pt: 'criado_em e netAmount' }, /a name of the API/],
    ['with half of its bold', { en: '**A**', pt: '**A' }, /bold/],
  ])('%s', (_, pair, message) => {
    const lost = lostIn(pair).join('\n');
    if (message) expect(lost).toMatch(message);
    else expect(lost).toBe('');
  });

  test.each([
    ['Refunds are slow.', 'Estornos demoram.', true],
    ['It was refunded.', 'Foi estornada.', true],
    ['Refunds are slow.', 'Reembolsos demoram.', false],
    ['A payment link', 'Um link para pagar', false],
    ['the `refund` field', 'o campo `refund`', true],
    ['capture is false', 'capture é false', true],
    ['Cardinal', 'Cardeal', true],
    ['It comes back.', 'Há um reembolso.', false],
  ])('of "%s" as "%s" keeps to the glossary: %s', (en, pt, keeps) => {
    expect(otherWords({ en, pt }, glossary).length === 0).toBe(keeps);
  });
});

const small: JsonObject = { info: { title: 'One title', description: 'A first thing. A second thing.' } };
const first = { en: 'A first thing.', pt: 'Uma primeira.' };
const second = { en: 'A second thing.', pt: 'Uma segunda.' };

describe('the check', () => {
  const of = (files: Record<string, Pair[]>) => checkDictionary(small, new Map(Object.entries(files)), []);

  test('lists sentences without Portuguese as untranslated, not as mistakes', () => {
    const { problems, missing } = of({ 'a.yaml': [first, { ...second, pt: '' }] });
    expect(problems).toEqual([]);
    expect([...missing.keys()]).toEqual(expect.arrayContaining(['A second thing.', 'One title']));
    expect(missing.has('A first thing.')).toBe(false);
  });

  test.each<[string, Record<string, Pair[]>, RegExp]>([
    [
      'a sentence that no text contains',
      { 'a.yaml': [{ en: 'Gone.', pt: 'Foi-se.' }] },
      /no English text contains this sentence/,
    ],
    ['a sentence in two files', { 'a.yaml': [first], 'b.yaml': [first] }, /duplicate of a sentence in a.yaml/],
    ['a sentence over two lines', { 'a.yaml': [{ en: 'A first\nthing.', pt: 'Uma.' }] }, /no English text contains/],
    ['a translation that lost something', { 'a.yaml': [{ ...first, pt: 'Uma de 2.' }] }, /a number differs/],
  ])('finds %s', (_, files, message) => {
    expect(of(files).problems.join('\n')).toMatch(message);
  });

  test.each(['- a: b', 'a: 1', 'a:', '"": b', 'a: { b: c }', 'a'])(
    'refuses a file that is not a mapping of sentences: %j',
    (yaml) => {
      expect(() => readPairs(yaml, 'x.yaml')).toThrow('x.yaml is not a mapping');
    },
  );

  test('refuses a sentence that is twice in a file', () => {
    expect(() => readPairs('a: b\na: b', 'x.yaml')).toThrow(/x.yaml: .*unique at line 2/);
  });
});

test('npm run docs:translations lists what lacks Portuguese, and writes and removes sentences', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder('dictionary');
  const given = { contract: small, folder: pathToFileURL(`${folder}/`) };
  writeFileSync(join(folder, 'all.yaml'), writePairs([first, { en: 'Nobody says this.', pt: 'Ninguém diz isso.' }]));
  writeFileSync(join(folder, 'glossary.yaml'), '[]');
  expect((await translations(given)).sound).toBe(false);

  const { lines, sound } = await translations({ ...given, write: true });
  expect(sound).toBe(false);
  expect(lines).toContain('removed: "Nobody says this." ("Ninguém diz isso.")');
  expect(lines).toContainEqual(expect.stringMatching(/^no Portuguese: "A second thing." \(openapi.yaml#/));
  const written = readDictionary(given.folder);
  expect(written.get('all.yaml')).toEqual([first]);
  expect([...written.values()].flat()).toContainEqual({ ...second, pt: '' });
  const again = await translations(given);
  expect(again).toEqual({ sound: false, lines: lines.filter((line) => !line.startsWith('removed')) });
});

test('a file of the dictionary is sorted', () => {
  expect(writePairs([second, first])).toBe(writePairs([first, second]));
});
