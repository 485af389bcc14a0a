/** The languages of the examples. `bash` is curl only if the listing calls it: other commands belong to no language. */
export const CODE_LANGUAGES = ['ts', 'curl', 'php', 'python'] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

const LISTING = /^```(\w+)\n((?:(?!```).*\n)*)```$/gm;
/** Listings with nothing between them: one example in several languages, which the site shows as tabs. */
const EXAMPLE = /^```\w+\n(?:(?!```).*\n)*```(?:\n+```\w+\n(?:(?!```).*\n)*```)+$/gm;

/** Returns Markdown without the other languages of each example that has this one. An example without it stays whole. */
export function onlyIn(language: CodeLanguage, markdown: string): string {
  return markdown.replace(EXAMPLE, (example) => {
    const listings = [...example.matchAll(LISTING)].map(([text, fence = '', code = '']) => ({
      text,
      language: languageOf(fence, code),
    }));
    if (!listings.some((one) => one.language === language)) return example;
    const kept = listings.filter((one) => one.language === undefined || one.language === language);
    return kept.map(({ text }) => text).join('\n\n');
  });
}

function languageOf(fence: string, code: string): CodeLanguage | undefined {
  const name = fence === 'bash' && /^curl\b/m.test(code) ? 'curl' : fence;
  return CODE_LANGUAGES.find((one) => one === name);
}
