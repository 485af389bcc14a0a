/** The meanings of the words of a question: of all, and of those that say something. */
interface Asked {
  readonly all: ReadonlySet<string>;
  readonly meant: ReadonlySet<string>;
}

/** The least part of a question that a title has. */
const LEAST_PART = 0.55;
/** The most titles. */
const MOST = 2;

/**
 * Returns the addresses of the titles that ask the same, the best first. Words that say little elsewhere, such as "how long", tell
 * titles apart. `titles` has the meanings of the words of each title.
 */
export function sameQuestions({ all, meant }: Asked, titles: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const rarities = new Map(
    [...meant].map((meaning) => {
      const count = [...titles.values()].filter((title) => title.has(meaning)).length;
      // A word that no title has says less than one that tells two titles apart.
      return [meaning, Math.log(1 + titles.size / Math.max(count, 1)) / (count === 0 ? 2 : 1)] as const;
    }),
  );
  const whole = [...rarities.values()].reduce((sum, rarity) => sum + rarity, 0);
  return [...titles]
    .map(([url, title]) => {
      const part = [...rarities].reduce((sum, [meaning, rarity]) => sum + (title.has(meaning) ? rarity : 0), 0) / whole;
      const common = [...all].filter((meaning) => title.has(meaning)).length;
      return { url, part, score: part + common / (all.size + title.size - common) };
    })
    .filter(({ part }) => part >= LEAST_PART)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST)
    .map(({ url }) => url);
}
