import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contractOf } from '../../../core/src/contract/contract.ts';
import { readContract as readJson } from '../../../core/src/contract/document.ts';
import { elements } from '../../../core/src/contract/elements.ts';
import { evidenceList, evidenceText, weaker } from '../../../core/src/contract/evidence.ts';
import { successOf } from '../../../core/src/contract/operation.ts';
import { isObject } from '../../../core/src/util/json.ts';
import { createResponseEvidence } from '../../../sandbox/src/server/response-evidence.ts';
import { editionDefinitions } from '../../docs/editions.ts';
import { english } from '../../docs/language.ts';
import { machineFiles } from '../../docs/machine.ts';
import { readContract } from './contract.ts';
import { markdownElements, type Said } from './markdown-evidence.ts';
import { statedElements } from './stated-evidence.ts';

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
  test.each(operations)('$operationId: in Markdown and by the rule of the contract', (operation) => {
    const said = [...pageOf(inEnglish, operation.operationId)].map(([path, { evidence }]) => [path, evidence]);
    // The Markdown of a page names the errors, and leaves their body to the guide about errors.
    const byRule = [...statedElements(operation)].filter(([path]) => !/^[45]\w\w[/:]/.test(path));
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(byRule));
  });

  test('a required field shows on what its requirement rests', () => {
    const required = operations.flatMap((operation) => [...pageOf(inEnglish, operation.operationId).values()]);
    const stated = required.flatMap(({ required }) => required ?? []);
    expect(new Set(stated)).toContain('assumed requiredness');
    expect(pageOf(inEnglish, 'createCard').get('body/card_number')?.required).toBe('assumed requiredness');
    expect(pageOf(inEnglish, 'createWebhook').get('body/url')?.required).toBe('observed webhook-registration');
    expect(pageOf(inEnglish, 'createCard').get('body/card_cvv')?.required).toBeUndefined();
  });

  const translations = editionDefinitions.filter(({ language }) => language !== english);
  test.each(translations.map((edition) => [edition.language.code, edition] as const))(
    'in English and in %s',
    (_, edition) => {
      const pages = pagesOf(edition);
      for (const { operationId } of operations) {
        expect(pageOf(pages, operationId), operationId).toEqual(pageOf(inEnglish, operationId));
      }
    },
  );
});

test('an editor shows the evidence of each element that states some', () => {
  const comments = readFileSync('generated/types.ts', 'utf8');
  const shown = elements(written).filter(({ kind }) => ['operation', 'parameter', 'response', 'schema'].includes(kind));
  const stated = shown.flatMap(({ node }) => evidenceList(node['x-evidence']).slice(0, 1).map(evidenceText));
  for (const evidence of new Set(stated)) {
    // openapi-typescript repeats some comments where an element is used.
    const times = comments.split(`Evidence: ${evidence} - `).length - 1;
    expect(times, evidence).toBeGreaterThanOrEqual(stated.filter((one) => one === evidence).length);
  }
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
