import type { Words } from '../words/en.ts';
import { applyPatches, type Patch, wordPatches } from './translate.js';

/**
 * What is changed in Redoc's script for the browser, where it has no option for it. Each change is one expression, found by
 * its shape, since names differ from build to build. A shape that is not there exactly once fails the build, so that an update
 * of Redoc is noticed. What is called, `globalThis.docs`, is scripts/docs/browser.
 */
const behaviour: Patch[] = [
  {
    why: 'a code sample keeps what stands beside its text: a text for each example',
    mark: '[`x-codeSamples`]',
    find: /\[`x-codeSamples`\]\?\.map\(\(\{lang:(\w+),label:(\w+),source:(\w+)\}\)=>\(\{lang:\1,label:\2,source:\3\}\)\)/g,
    replace: () => '[`x-codeSamples`]?.slice()',
  },
  {
    why: 'the code shown is that of the chosen example',
    mark: ']?.key??',
    find: /\b(\w+)=(\w+)\?(\w+)\[\2\]\?\.key\?\?\2:void 0,(.{0,80}?)let (\w+)=(\w+)\?\.find\(\5=>(\w+)\(\5\)===(\w+)\);return \5\?\5\.source:(.{0,120}?)\},\[\8,\6,(\w+)\]\)/g,
    replace: (key, id, store, between, sample, samples, keyOf, language, otherwise, t) =>
      `${key}=${id}?${store}[${id}]?.key??${id}:void 0,${between}let ${sample}=${samples}?.find(${sample}=>${keyOf}(${sample})===${language});return ${sample}?(${sample}.sources?.[${key}]??${sample}.source):${otherwise}},[${language},${samples},${t},${key}])`,
  },
  {
    why: 'list of examples, tabs of the body, response and address move together',
    mark: ']:{...',
    find: /\b(\w+)\((\w+),\{\.\.\.(\w+),\[(\w+)\]:\{\.\.\.(\w+),\.\.\.(\w+)\}\}\)\}\)\)/g,
    replace: (set, atom, all, id, before, change) =>
      `${set}(${atom},docs.select(${all},${id},{...${before},...${change}},${change}))}))`,
  },
  {
    why: 'an address that names an example chooses it',
    mark: 'window.location.hash',
    find: /return typeof window>`u`\?``:(\w+)\(window\.location\.hash\)/g,
    replace: (read) => `return typeof window>\`u\`?\`\`:${read}(docs.hash(window.location.hash))`,
  },
  {
    why: 'the search is ours, in the window of Redoc',
    mark: 'schemaStore',
    find: /async function (\w+)\((\w+),(\w+),(\w+),(\w+)\)\{(?=let \w+=new \w+\(\4,\3\.schemaStore)/g,
    replace: (name, a, b, c, d) => `async function ${name}(${a},${b},${c},${d}){return{search:docs.search};`,
  },
  {
    why: 'the search takes no half second to begin',
    mark: '),500)',
    find: /setTimeout\(\(\)=>(\w+)\((\w+)\),500\)(?=;return\(\)=>clearTimeout\(\w+\)\},\[\2\]\);let\[\w+,\w+\]=\(0,\w+\.useState\)\(\{query:``)/g,
    replace: (set, query) => `setTimeout(()=>${set}(${query}),50)`,
  },
];

/** A page of Redoc's with all changes. @throws when Redoc is not what it was */
export function patchRedoc(page: string, words: Words['redoc']): string {
  // What stands before the contract is Redoc's own script: nothing in the contract can look like it.
  const start = page.indexOf('<script type="module">');
  const end = page.indexOf('const __redoc_definition', start);
  if (start < 0 || end < 0) throw new Error('No script in the page: Redoc changed, adapt scripts/docs/redoc/patch.ts');
  const script = applyPatches(page.slice(start, end), [...behaviour, ...wordPatches(words)], expectOnce);
  return page.slice(0, start) + script + page.slice(end);
}

function expectOnce({ why, many }: Patch, count: number): void {
  if (count === 1 || (many && count > 1)) return;
  throw new Error(`Redoc changed (${why}: found ${count} times): adapt scripts/docs/redoc`);
}
