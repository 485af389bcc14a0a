// @ts-check
// Redoc's own words, in the script of the page and in that which renders it: both have to say the same. Plain JavaScript,
// because Node loads it in Redocly's own process too.

/** @typedef {{ labels: Record<string, string>, texts: Record<string, string> }} RedocWords */
/** @typedef {{ why: string, mark: string, find: RegExp, replace: (...groups: string[]) => string, many?: boolean }} Patch */

/**
 * What Redoc says without asking for a label, and what stands before it in the script: a word alone could be anything. A text
 * that ends in `${` is the beginning of a template. @type {Record<string, string>}
 */
export const TEXTS = {
  'Search docs...': 'placeholder:',
  'Searching...': ':',
  'No results': ':',
  'Search endpoints, schemas, and more...': ':',
  'to navigate': ':',
  'to select': ':',
  'to exit': ':',
  Cancel: 'text:|children:',
  'API docs by': 'children:',
  'redocly logo': 'alt:',
  'Collapse all': '"aria-label":',
  'Expand all': '"aria-label":',
  Copy: '"aria-label":',
  Example: '"aria-label":',
  collapse: '"aria-label":',
  'Response status': '"aria-label":',
  'Show sidebar': '"aria-label":\\w+\\?',
  'Hide sidebar': ':',
  'Close navigation menu': '"aria-label":\\w+\\?',
  'Open navigation menu': ':',
  'Switch color mode': 'tip:',
  'link to ${': '',
  'Array of items': '=',
  'Array of ': '=',
  ' or null': '\\+=',
  ' or ': '\\.(?:join|split|indexOf)\\(',
  'Items ': '\\?',
  'Value:': '\\?',
  'Enum:': ':',
  'Enum Value': ':',
  characters: 'n\\(\\w+\\(|r\\(\\w+\\(',
  items: 'n\\(\\w+\\(|r\\(\\w+\\(',
  'non-empty': '\\?',
  unique: 'uniqueItems&&\\w+\\.push\\(',
  'decimal places <= ${': '',
  'multiple of ${': '',
};

/** All changes that put words in place of Redoc's. @param {RedocWords} words @returns {Patch[]} */
export function wordPatches(words) {
  return [
    ...labelPatches(words.labels),
    ...accessPatches(words.texts),
    ...themePatches(words.texts),
    ...textPatches(words.texts),
  ];
}

/** Labels go through one function, which gets the words of the page's language, by their key, before those that it has.
 * @param {Record<string, string>} labels @returns {Patch[]} */
function labelPatches(labels) {
  if (Object.keys(labels).length === 0) return [];
  return [
    {
      why: 'labels are in the language of the page',
      mark: 'translate:(',
      find: /translate:\((\w+),(\w+)\)=>\(typeof \2==(["`])string\3\?\2:\2\?\.defaultValue\)\|\|\1\|\|\3\3/g,
      replace: (key, otherwise) =>
        `translate:(${key},${otherwise})=>(${JSON.stringify(labels)})[${key}]||(typeof ${otherwise}=="string"?${otherwise}:${otherwise}?.defaultValue)||${key}||""`,
    },
  ];
}

/** Who may read or write a field is compared elsewhere, so only what is shown of it changes.
 * @param {Record<string, string>} texts @returns {Patch[]} */
function accessPatches({ 'read-only': readOnly, 'write-only': writeOnly }) {
  if (!readOnly || !writeOnly) return [];
  const words = JSON.stringify({ 'read-only': readOnly, 'write-only': writeOnly });
  return [
    {
      why: 'read-only and write-only are said in the language of the page',
      mark: '.accessMode}',
      find: /children:(\w+)\.accessMode\}/g,
      replace: (field) => `children:(${words})[${field}.accessMode]}`,
      many: true,
    },
  ];
}

/** The switch is called by the theme that is on, whose name is a class too.
 * @param {Record<string, string>} texts @returns {Patch[]} */
function themePatches({ light, dark }) {
  if (!light || !dark) return [];
  return [
    {
      why: 'the theme is called in the language of the page',
      mark: 'color-mode-switcher',
      find: /(["`]color-mode-switcher["`].{0,200}?"aria-label":)(\w+),/g,
      replace: (before, mode) => `${before}(${JSON.stringify({ light, dark })})[${mode}],`,
    },
  ];
}

/** @param {Record<string, string>} texts @returns {Patch[]} */
function textPatches(texts) {
  return Object.entries(TEXTS).flatMap(([english, before]) => {
    const words = texts[english];
    if (words === undefined) return [];
    const why = `"${english}" is said in the language of the page`;
    const literal = english.replace(/[.?$<={}()|]/g, '\\$&');
    if (english.endsWith('${'))
      return [
        { why, mark: english, find: new RegExp(`\`${literal}`, 'g'), replace: () => `\`${words}\${`, many: true },
      ];
    return [
      {
        why,
        mark: english,
        find: new RegExp(`(${before})(["\`])${literal}\\2`, 'g'),
        replace: (prefix) => `${prefix}${JSON.stringify(words)}`,
        many: true,
      },
    ];
  });
}

/**
 * A script after changes, each of which is found by its shape, since names differ from build to build.
 * @param {string} script @param {readonly Patch[]} patches @param {(patch: Patch, count: number) => void} check is told how
 *   often the shape of each was there
 */
export function applyPatches(script, patches, check) {
  return patches.reduce((text, patch) => {
    const found = shapes(text, patch);
    check(patch, found.length);
    let [changed, from] = ['', 0];
    for (const { at, whole, groups } of found) {
      changed += text.slice(from, at) + patch.replace(...groups);
      from = at + whole.length;
    }
    return changed + text.slice(from);
  }, script);
}

/** Further than any shape reaches on either side of its mark. */
const REACH = 800;

/** The places of a shape, in order. The script has megabytes: its mark is a plain string, which is found much faster than the shape.
 * @param {string} text @param {Patch} patch */
function shapes(text, { mark, find }) {
  /** @type {{ at: number, whole: string, groups: string[] }[]} */
  const found = [];
  let end = 0;
  for (let place = text.indexOf(mark); place >= 0; place = text.indexOf(mark, place + 1)) {
    const from = Math.max(place - REACH, end);
    for (const match of text.slice(from, place + REACH).matchAll(find)) {
      const [whole, ...groups] = match;
      const at = from + match.index;
      if (at < end) continue;
      found.push({ at, whole, groups });
      end = at + whole.length;
    }
  }
  return found;
}
