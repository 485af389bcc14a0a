import fc from 'fast-check';

/** The first of the code points that stand for halves of a character, and their number. */
const [HALVES, COUNT] = [0xd800, 0x800];

/**
 * Any character: `fc.string({ unit: character })`. The values are those of `unit: 'binary'`, which first fills a table of a million characters and so
 * takes each worker more than a second.
 */
export const character: fc.Arbitrary<string> = fc.nat({ max: 0x10ffff - COUNT }).map(
  (index) => String.fromCodePoint(index < HALVES ? index : index + COUNT),
  (text) => {
    const point = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1;
    const isHalf = point >= HALVES && point < HALVES + COUNT;
    if (point < 0 || isHalf || text !== String.fromCodePoint(point)) throw new TypeError('not one character');
    return point < HALVES ? point : point - COUNT;
  },
);
