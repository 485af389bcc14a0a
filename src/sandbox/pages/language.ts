/** The languages of the buyer pages. */
export type Language = 'pt-BR' | 'en';

/** Returns the browser's preferred language of the two. Returns Portuguese without a header, and English if the header has neither. */
export function languageOf(accept: string | undefined): Language {
  if (accept === undefined || accept.trim() === '') return 'pt-BR';
  const wanted = accept
    .split(',', 50)
    .map((part, index) => {
      const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean) ?? '1';
      return { range, weight: Number(weight), index };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight || one.index - other.index);
  const best = wanted.find(({ range }) => /^(?:pt|en)(?:-|$)/.test(range) || range === '*');
  return best === undefined || best.range.startsWith('en') ? 'en' : 'pt-BR';
}
