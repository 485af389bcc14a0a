import { readFileSync } from 'node:fs';
import { type Node, resolve } from '../../contract/elements.js';
import type { Choice, DocsData } from '../browser/data.ts';
import type { Language } from '../language.ts';
import { anchorOf, bodySchemaOf, examplesOf, operationsOf, slug } from '../places.ts';
import { searchDocuments } from '../search/documents.ts';
import type { Contract, Schema } from '../types.ts';

/** What the scripts of the page are given. */
export function pageData(contract: Contract, guide: string, language: Language): DocsData {
  const { synonyms, ignored }: Omit<DocsData['search'], 'documents'> = JSON.parse(
    readFileSync(new URL('../search/synonyms.json', import.meta.url), 'utf8'),
  );
  return {
    sections: anchorsOf(guide, language),
    words: language.words.browser,
    choices: choicesOf(contract),
    search: { documents: searchDocuments(contract, guide, language), synonyms, ignored },
  };
}

function anchorsOf(guide: string, { englishHeading }: Language): Record<string, string> {
  const headings = [...guide.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading.trim());
  const pairs = headings.map((heading) => [slug(englishHeading(heading)), slug(heading)] as const);
  return Object.fromEntries(pairs.filter(([there, here]) => there !== here));
}

/** For each operation whose body has forms: which form each named example has. */
function choicesOf(contract: Contract): Record<string, Choice> {
  const choices: Record<string, Choice> = {};
  for (const place of operationsOf(contract)) {
    const { requestBody } = place.operation;
    const schema = resolve(contract as unknown as Node, bodySchemaOf(contract, requestBody));
    const { discriminator }: Schema = schema?.node ?? {};
    if (!schema || !discriminator) continue;
    const body = `schema=${schema.path.join('/')}`;
    const field = discriminator.propertyName;
    const values = Object.keys(discriminator.mapping ?? {});
    const examples = Object.entries(examplesOf(contract, requestBody)).map(([name, { value }]) => {
      const chosen = (value as Record<string, unknown>)[field];
      return [name, values.indexOf(String(chosen))] as const;
    });
    choices[anchorOf(place).slice(1)] = { body, field, values, examples: Object.fromEntries(examples) };
  }
  return choices;
}
