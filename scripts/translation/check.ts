import type { JsonObject } from '../../core/src/util/json.ts';
import { parametersOf } from '../contract/parameters.ts';
import { oneLine } from '../contract/text.ts';
import { plainNumbersIn } from '../lint/plain-numbers.ts';
import { compare, type Files, type Pair } from './dictionary.ts';
import { otherWords, type Term } from './glossary.ts';
import { lostIn } from './lost.ts';
import { splitMarkdown } from './segments.ts';
import { englishTexts, type SourceText } from './sources.ts';

interface Report {
  /** The mistakes in the dictionary, one message each. */
  readonly problems: string[];
  /** Sentences that have no Portuguese yet, with the first place of each. */
  readonly missing: ReadonlyMap<string, SourceText>;
  /** Sentences whose English is gone. */
  readonly stale: ReadonlySet<string>;
}

/** Compares the dictionary with all that is written in English. */
export function checkDictionary(contract: JsonObject, dictionary: Files, glossary: readonly Term[]): Report {
  const texts = englishTexts(contract);
  const wanted = sentencesOf(texts);
  // Lint compares the numbers in the contract itself.
  const others = texts.filter(({ where }) => !/^(?:openapi|evidence)\.yaml/.test(where));
  const problems = others.flatMap(({ where, text }) =>
    plainNumbersIn(text, parametersOf(contract)).map((problem) => `${where}: ${problem}`),
  );
  const known = new Map<string, { name: string; pair: Pair }>();
  for (const [name, pairs] of dictionary) {
    let before = '';
    for (const pair of pairs) {
      const say = (problem: string) => problems.push(`${name}: "${pair.en}": ${problem}`);
      const twin = known.get(pair.en);
      if (twin) say(`duplicate of a sentence in ${twin.name}; remove one`);
      else if (compare(before, pair.en) > 0) say(`out of order; move it before "${before}"`);
      if (oneLine(pair.en) !== pair.en)
        say('has line breaks or extra spaces, so it never matches; write it on one line');
      if (pair.pt !== '') [...lostIn(pair), ...otherWords(pair, glossary)].map(say);
      known.set(pair.en, { name, pair });
      before = pair.en;
    }
  }
  const stale = new Set([...known.keys()].filter((sentence) => !wanted.has(sentence)));
  for (const sentence of stale)
    problems.push(`${known.get(sentence)?.name}: "${sentence}": no English text contains this sentence; remove it`);
  const missing = new Map([...wanted].filter(([sentence]) => !known.get(sentence)?.pair.pt));
  return { problems, missing, stale };
}

/** Every sentence of the texts, with the first place that has it. */
function sentencesOf(texts: readonly SourceText[]): Map<string, SourceText> {
  const sentences = new Map<string, SourceText>();
  for (const source of texts) {
    for (const { text, prose } of splitMarkdown(source.text)) {
      const sentence = oneLine(text);
      if (prose && !sentences.has(sentence)) sentences.set(sentence, source);
    }
  }
  return sentences;
}
