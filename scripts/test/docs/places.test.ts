import { describe, expect, test } from 'vitest';
import { contractOf } from '../../../core/src/contract/contract.ts';
import { readContract as readJson } from '../../../core/src/contract/document.ts';
import { evidenceList, weaker } from '../../../core/src/contract/evidence.ts';
import { successOf } from '../../../core/src/contract/operation.ts';
import { isObject } from '../../../core/src/util/json.ts';
import { createResponseEvidence } from '../../../sandbox/src/server/response-evidence.ts';
import { editionDefinitions } from '../../docs/editions.ts';
import { english } from '../../docs/language.ts';
import { machineFiles } from '../../docs/machine.ts';
import { readContract } from './contract.ts';
import { jsdocElements } from './jsdoc-evidence.ts';
import { markdownElements, type Said } from './markdown-evidence.ts';

const written = readContract();
const operations = contractOf(written).operations;
const pagesOf = ({ language, contract }: (typeof editionDefinitions)[number]) =>
  new Map(
    machineFiles(contract(written), [], language).map(({ path, text }) => [path, markdownElements(text, language)]),
  );
const inEnglish = pagesOf({ language: english, contract: (contract) => contract });
const pageOf = (pages: ReadonlyMap<string, Map<string, Said>>, operationId = '') =>
  pages.get(`operations/${operationId.toLowerCase()}.md`) ?? new Map<string, Said>();

describe('every element of every operation has the same evidence', () => {
  test.each(operations.map((operation) => operation.operationId))('%s: in Markdown and in an editor', (id) => {
    const said = [...pageOf(inEnglish, id)].map(([path, { evidence }]) => [path, evidence]);
    // The Markdown of a page names the errors, and leaves their body to the guide about errors.
    const inEditor = [...jsdocElements(id)].filter(([path]) => !/^[45]\w\w[/:]/.test(path));
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(inEditor));
  });

  test('a required field shows on what its requirement rests', () => {
    const required = operations.flatMap((operation) => [...pageOf(inEnglish, operation.operationId).values()]);
    const stated = required.flatMap(({ required }) => required ?? []);
    expect(new Set(stated)).toContain('assumed requiredness');
    expect(pageOf(inEnglish, 'createCard').get('body/card_number')?.required).toBe('assumed requiredness');
    expect(pageOf(inEnglish, 'createWebhook').get('body/url')?.required).toBe('observed webhook-registration');
    expect(pageOf(inEnglish, 'createCard').get('body/card_cvv')?.required).toBeUndefined();
  });

  test.each(editionDefinitions.map((edition) => [edition.language.code, edition] as const))(
    'in English and in %s',
    (_, edition) => {
      const pages = pagesOf(edition);
      for (const { operationId } of operations) {
        expect(pageOf(pages, operationId), operationId).toEqual(pageOf(inEnglish, operationId));
      }
    },
  );
});

describe('the header x-evidence of an example', () => {
  const evidenceOf = createResponseEvidence(contractOf(readJson()));
  const { operation: operationNamed } = contractOf(readJson());

  test.each(operations.map((operation) => [operation.operationId, operation] as const))(
    'of %s is the weakest of what the page shows for its elements',
    (id, operation) => {
      const page = pageOf(inEnglish, id);
      const called = operationNamed(id);
      if (!called) throw new Error(`The contract has no ${id}.`);
      for (const [name, { value }] of successOf(operation).response?.examples ?? []) {
        const sent = operation.request?.examples.get(name)?.value;
        const shown = [page.get('operation'), page.get('200')].map((said) => said?.evidence);
        shown.push(...shownFor(page, '200', value), ...valuesSent(page, sent));
        const [first, ...others] = evidenceList(shown.filter((one) => one !== undefined));
        const weakest = first && others.reduce((so, one) => weaker(so, one), first);
        const header = evidenceOf(called, { status: 200, sent, body: value });
        expect(evidenceList(header)[0]?.level, `${id} ${name}`).toBe(weakest?.level);
      }
    },
  );
});

/** Returns what a page shows for the fields and values of a response. */
function shownFor(page: ReadonlyMap<string, Said>, path: string, value: unknown): (string | undefined)[] {
  if (Array.isArray(value)) return value.flatMap((item) => shownFor(page, path, item));
  const own = [page.get(`${path}:body`)?.evidence];
  if (!isObject(value)) return own;
  const fields = Object.entries(value).flatMap(([name, child]) => {
    // A response has a form if it has its fields. The first one is the one that the document shows.
    const said = page.get(`${path}/${name}`) ?? page.get(`${path}/form 0/${name}`);
    const below = page.has(`${path}/${name}`) ? `${path}/${name}` : `${path}/form 0/${name}`;
    return [said?.evidence, said?.value, said?.values[String(child)], ...shownFor(page, below, child)];
  });
  return [...own, ...fields];
}

/** Returns what a page shows for the values in a request: they select the form of the response. */
function valuesSent(page: ReadonlyMap<string, Said>, sent: unknown): (string | undefined)[] {
  if (!isObject(sent)) return [];
  return Object.entries(sent).map(([name, value]) => page.get(`body/${name}`)?.values[String(value)]);
}
