/** Finds numbers that a text writes itself, although an entry of the register has them. */
import type { Parameters } from '../contract/parameters.ts';

/** The numbers that a text may have in words. */
const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const CODE_BLOCK = /^```[\s\S]*?^```/gm;

/** Returns the unit of a number: the last word of its name. */
export function unitInName(name: string): string {
  return name.split('_').at(-1) ?? '';
}

/** Returns the numbers directly before a unit, in digits or in a word. */
export function numbersWith(unit: string, text: string): number[] {
  const found = text.matchAll(new RegExp(`(\\d+(?:\\.\\d+)?|\\b(?:${WORDS.join('|')}))\\s+${unit}\\b`, 'gi'));
  return [...found].map(([, number = '']) => {
    const word = WORDS.indexOf(number.toLowerCase());
    return word === -1 ? Number(number) : word;
  });
}

/** Returns a sentence for each paragraph, item or row of a Markdown text that names an entry and writes its number without the placeholder. */
export function plainNumbersIn(markdown: string, parameters: Parameters): string[] {
  const blocks = markdown.replace(CODE_BLOCK, '').split(/\n\s*\n|\n(?=\s*[|-])/);
  return blocks.flatMap((block) =>
    Object.entries(parameters)
      .filter(([key]) => [`\`${key}\``, `#${key})`, `{${key}.`].some((reference) => block.includes(reference)))
      .flatMap(([key, numbers]) =>
        Object.keys(numbers).flatMap((name) =>
          numbersWith(unitInName(name), block).map(
            (number) =>
              `write {${key}.${name}} in place of "${number} ${unitInName(name)}", so that it follows the register`,
          ),
        ),
      ),
  );
}
