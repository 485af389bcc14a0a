import { FORCE, OUTPUT_FOLDER } from '../files/index.js';
import { choice, flag, must, type Option, suggestion, text } from '../util/index.js';
import { defineCommand, UsageError } from './command.js';
import { siteAddress } from './docs-address.js';

/** `search partial refund`. */
const SEARCH = {
  type: 'string',
  value: 'search <words>',
  isList: true,
  help: 'words or a question, in English or Portuguese',
  default: [],
  read(given: readonly string[]): string | undefined {
    const [word, ...words] = given;
    if (word === undefined) return undefined;
    const near = word === 'search' ? '' : suggestion(word, ['search']);
    must(word === 'search', `search, and then words${near}`);
    const query = words.join(' ');
    must(/[\p{L}\p{N}]/u.test(query), 'search, and then at least one word: docs search partial refund');
    return query;
  },
} as const satisfies Option;

export const docs = defineCommand({
  details:
    'With --out, copies the rendered docs to a folder, which any web server can serve. With search, prints the three sections that answer best. Neither needs a network or a server.',
  argument: SEARCH,
  options: {
    out: {
      ...OUTPUT_FOLDER,
      help: 'the folder to copy the docs to; created if needed',
    },
    site: {
      ...text(),
      value: '<address>',
      help: 'where you will publish the docs, for the addresses in shared links and in llms.txt',
      read: siteAddress,
    },
    force: FORCE,
    language: {
      ...choice(['en', 'pt-br']),
      help: 'the language of the sections; without it that of the words, and the other if it has nothing',
    },
    json: { ...flag, help: 'print the sections as JSON' },
  },
  examples: [
    'docs --out public --site https://docs.shop.example',
    'docs search lost response',
    'docs search como estornar uma parte --language pt-br --json',
  ],
  async run({ values: { out, site, force, language, json }, argument: query }) {
    if (query === undefined) {
      if (language !== undefined || json) throw new UsageError('docs: --language and --json need search <words>');
      if (out === undefined) throw new UsageError('docs: needs --out <folder> or search <words>');
      const { copyDocs } = await import('./docs-copy.js');
      return copyDocs(out, site, force);
    }
    if (out !== undefined || site !== undefined)
      throw new UsageError('docs: search prints sections; --out and --site copy the docs, so run it without them');
    const { printSections } = await import('./docs-search.js');
    return printSections(query, { language, json });
  },
});
