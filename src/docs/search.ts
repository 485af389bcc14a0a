import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { packageFile } from '../package-files.js';
import { ARCHIVE, docsFiles } from './archive.js';
import { type CodeLanguage, onlyIn } from './code-language.js';

/** A section as `--json` prints it. */
interface Printed {
  title: string;
  /** The page or the group of operations that the section belongs to. */
  group: string;
  /** The method and the path of an operation, or the event of a webhook. */
  operation?: string;
  /** The address below the docs, such as `/guides/pix/#time-zone`. */
  url: string;
  /** The Markdown file of the page, if it has one. */
  file?: string;
  /** Markdown. */
  text: string;
}

/** The search of the site. `npm run docs` bundles it with the library that it uses. */
interface Search {
  createSearch(index: object): (query: string) => {
    document: { url: string; title: string; text: string; group: string; method?: string; path?: string };
  }[];
  wordsTried(query: string, index: object): string[];
}

const BUNDLE = 'dist/docs-search.js';
const FOLDERS = { en: '', 'pt-br': 'pt-br/' } as const;
const NAMES = { en: 'English', 'pt-br': 'Portuguese' } as const;
type Language = keyof typeof FOLDERS;

const MOST = 3;
/** Characters of a section in a terminal and in a pipe. The page of an operation has more. */
const LONGEST = { terminal: 800, pipe: 3_000 } as const;

/** Prints the three sections of the docs that answer a query best, with code in one language if `lang` names it. Rejects with one line if no section does. */
export async function printSections(
  query: string,
  { language, lang, json }: { language: Language | undefined; lang: CodeLanguage | undefined; json: boolean },
): Promise<void> {
  const all: readonly Language[] = language ? [language] : byLikelihood(query);
  const languages: Language[] = [];
  let tried: string[] = [];
  for (const one of all) {
    languages.push(one);
    const answer = await sectionsIn(one, query);
    ({ tried } = answer);
    if (answer.sections.length === 0) continue;
    const sections = answer.sections.map((one) => (lang ? { ...one, text: onlyIn(lang, one.text) } : one));
    if (json) print(JSON.stringify({ query, languages, tried, sections }, null, 2));
    else print(sections.map(asText).join('\n\n'));
    const other = all.find((one) => !languages.includes(one));
    if (other && !json && process.stderr.isTTY)
      process.stderr.write(`${NAMES[one]} answered; --language ${other} asks in ${NAMES[other]}\n`);
    return;
  }
  if (json) print(JSON.stringify({ query, languages, tried, sections: [] }, null, 2));
  const where = languages.map((one) => NAMES[one]).join(' and ');
  const words = tried.join(', ').slice(0, 200);
  throw new Error(
    `docs: no section has these words: ${words} (tried in ${where}, with synonyms, beginnings of words and typos); try fewer words, or the name of a field`,
  );
}

/** Characters, as in the search of the site. */
const LONGEST_QUERY = 200;

/** Words that only one of the two languages has. */
const TELLING = {
  en: /^(?:an?|the|of|to|is|are|it|my|i|does|did|how|what|when|where|which|why|who|can|should|with|after|before|if|and|or|not|payments?|refunds?|cards?|charges?|declined|refused|expired|fees?|installments?|subscriptions?|errors?)$/,
  'pt-br':
    /^(?:os|uma?|d[aeo]s?|n[ao]s?|em|que|como|quais?|quando|onde|quem|por|para|com|meu|minha|posso|se|ou|pagamentos?|pagar|pago|estornos?|estornar|cobranca|cobrar|recusad[ao]|vencid[ao]|vencimento|parcelas?|parcelado|taxas?|assinaturas?|assinar|recebedor|comprador|cliente|pedido|testar|simular|erros?|\w{3,}(?:cao|coes|mento|mentos))$/,
} as const;

/** Returns the language that a query is probably in, and the other one. English comes first if nothing tells. */
function byLikelihood(query: string): readonly Language[] {
  const plain = query.slice(0, LONGEST_QUERY).normalize('NFD').toLowerCase();
  const words = plain.replace(/\p{M}/gu, '').split(/[^\p{L}]+/u);
  const count = (language: Language) => words.filter((word) => TELLING[language].test(word)).length;
  // English has no accents, apart from names.
  const accents = /\p{M}/u.test(plain) ? 1 : 0;
  return count('pt-br') + accents > count('en') ? ['pt-br', 'en'] : ['en', 'pt-br'];
}

async function sectionsIn(language: Language, query: string): Promise<{ sections: Printed[]; tried: string[] }> {
  const folder = FOLDERS[language];
  const archive = packageFile(`dist/docs/${folder}${ARCHIVE}`);
  if (!existsSync(archive) || !existsSync(packageFile(BUNDLE)))
    throw new Error('docs: are not built; run `npm run docs` first');
  const files = await docsFiles(`${folder}search.json`).catch((cause) => {
    throw new Error(`${archive}: cannot be read; install the package again`, { cause });
  });
  const read = (name: string) => JSON.parse(Buffer.from(files.get(`${folder}${name}`) ?? '{}').toString('utf8'));
  const index = read('search.json');
  const texts: Record<string, { file: string; text: string }> = read('sections.json');
  const { createSearch, wordsTried }: Search = await import(pathToFileURL(packageFile(BUNDLE)).href);
  const found = createSearch(index)(query).slice(0, MOST);
  const sections = found.map(({ document: { url, title, group, method, path, text } }) => ({
    title,
    group,
    ...(path !== undefined && { operation: [method, path].filter(Boolean).join(' ') }),
    url,
    ...(texts[url] && { file: `${folder}${texts[url].file}` }),
    text: texts[url]?.text ?? text,
  }));
  return { sections, tried: wordsTried(query, index) };
}

function asText({ title, group, operation, url, file, text }: Printed): string {
  const longest = process.stdout.isTTY ? LONGEST.terminal : LONGEST.pipe;
  const begin = () => text.slice(0, longest).replace(/\n.*$/, '');
  const shown = text.length <= longest ? text : `${begin()}\n… --json prints the rest`;
  return `${title}\n${[group, operation, file ?? url].filter(Boolean).join(' · ')}\n\n${shown}\n`;
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);
