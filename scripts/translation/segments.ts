/** A part of a text. The parts of a text, one after another, are the text. */
export interface Piece {
  readonly text: string;
  /** A sentence, a heading or a cell, which is translated as a whole. The rest is markup, code and white space. */
  readonly prose: boolean;
  /** Prose without HTML: a heading, whose words become its anchor, or a comment in code. */
  readonly plain?: boolean;
}

/**
 * Splits Markdown into sentences and the markup between them. It splits headings, list items and table cells like paragraphs. In a code block only the
 * comments are prose.
 */
export function splitMarkdown(markdown: string): Piece[] {
  const pieces: Piece[] = [];
  for (const block of blocks(markdown)) {
    if (block.prose)
      for (const piece of sentences(block.text)) pieces.push(piece.prose ? { ...block, ...piece } : piece);
    else pieces.push(block);
  }
  return pieces.filter(({ text }) => text !== '');
}

const FENCE = /^\s*(```|~~~)/;
const HEADING = /^\s*#{1,6}\s+/;
/** The indentation and markers of list items and quotations. */
const MARKERS = /^\s*(?:(?:[-*+]|\d+[.)])\s+|>\s?)*/;
const ITEM = /^\s*(?:[-*+]\s|\d+[.)]\s|>)/;
const ROW = /^\s*\|/;
/** A line of nothing but tags or comments, or an empty one. */
const TAGS = /^\s*(<[^<>]*>\s*)*$/;
/** The start of a comment in the languages of the samples; in `https://` no space precedes the slashes. */
const COMMENT = /^(?:.*?\s)?(?:\/\/|#)\s+(?=\S)/;

/** Paragraphs as prose, and what never is. */
function* blocks(markdown: string): Generator<Piece> {
  let paragraph = '';
  let fence = '';
  for (const line of markdown.split(/(?<=\n)/)) {
    const mark = FENCE.exec(line)?.[1] ?? '';
    const isText = !fence && !mark && !ROW.test(line) && !HEADING.test(line) && !TAGS.test(line);
    if (!isText || ITEM.test(line)) {
      yield { text: paragraph, prose: true };
      paragraph = '';
    }
    if (isText) {
      const marker = paragraph ? '' : (MARKERS.exec(line)?.[0] ?? '');
      yield { text: marker, prose: false };
      paragraph += line.slice(marker.length);
    } else if (fence) {
      const isEnd = mark === fence;
      if (isEnd) fence = '';
      yield* isEnd ? [{ text: line, prose: false }] : after(line, COMMENT);
    } else if (mark) {
      fence = mark;
      yield { text: line, prose: false };
    } else if (ROW.test(line)) {
      yield* cells(line);
    } else {
      yield* after(line, HEADING);
    }
  }
  yield { text: paragraph, prose: true };
}

function* after(line: string, start: RegExp): Generator<Piece> {
  const marker = start.exec(line)?.[0];
  if (marker === undefined) return yield { text: line, prose: false };
  yield { text: marker, prose: false };
  yield { text: line.slice(marker.length), prose: true, plain: true };
}

/** Returns the cells of a table row. A bar inside code or after a backslash does not separate cells. */
function* cells(row: string): Generator<Piece> {
  for (const part of row.split(/((?:\\.|`[^`\n]*`|[^|\\`]|[\\`])+)/s)) {
    yield { text: part, prose: !/^[|\s:-]*$/.test(part) };
  }
}

/** Code, the targets of links and addresses: nothing in them ends a sentence. */
const UNBROKEN = /`[^`]*`|\]\([^()\s]*\)|https?:\/\/\S+/g;
const BOUNDARY = /(?=\s)(?<=[.!?][)*"'”]*)(?<!\b(?:e\.g|i\.e|etc|vs|cf|no)\.)(\s+)(?=[\p{Lu}`*["“(])/u;

function* sentences(paragraph: string): Generator<Piece> {
  const masked = paragraph.replace(UNBROKEN, (part) =>
    part.startsWith('`') ? `\`${'x'.repeat(part.length - 1)}` : 'x'.repeat(part.length),
  );
  let from = 0;
  for (const part of masked.split(BOUNDARY)) {
    yield* trimmed(paragraph.slice(from, from + part.length));
    from += part.length;
  }
}

/** Parts of a sentence that are the same in every language: code, tags, targets of links, and names such as `pay.ts` and `llms.txt`. */
const SAME = /`[^`]*`|<[^<>\s][^<>]*>|\]\([^()\s]*\)|[\w-]+(?:\.[\w-]+)+/g;

/** Returns a sentence without the white space around it. A text without other letters needs no translation. */
function* trimmed(text: string): Generator<Piece> {
  const sentence = text.trim();
  const start = text.indexOf(sentence);
  yield { text: text.slice(0, start), prose: false };
  yield { text: sentence, prose: /\p{L}/u.test(sentence.replace(SAME, '')) };
  yield { text: text.slice(start + sentence.length), prose: false };
}
