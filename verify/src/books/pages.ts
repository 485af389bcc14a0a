/** The pages of a list in a file of JSON lines, so that a comparison goes on if its process ends early. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { MINUTE } from 'payment-gateway-core/codes';
import { readText, writeText } from 'payment-gateway-core/files';
import { asObject, type JsonObject } from 'payment-gateway-core/util';

export interface Page {
  readonly page: number;
  /** The number of the last page, if the list has it. */
  readonly last?: number | undefined;
  /** The number of items in the list, if the response has it. */
  readonly total?: number | undefined;
  readonly rows: readonly JsonObject[];
}

export interface PageFile {
  /** The pages of a process that ended early, in their order. */
  readonly stored: readonly Page[];
  add(page: Page): void;
  /** Replaces all pages. The file has either the old or the new pages at any time. */
  replace(pages: readonly Page[]): void;
  remove(): void;
}

const FORMAT = 'payment-gateway-books-pages/1';
/** Milliseconds. A payment on an older page may have changed too often. */
export const USABLE = 6 * 60 * MINUTE;

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

/** Opens a file of pages. Throws a `TypeError` if the file has other content. Pages of more than 6 hours ago are dropped. */
export function openPages(file: string, now = Date.now()): PageFile {
  const text = existsSync(file) ? readText('resume', file, { mayBeCut: true }) : '';
  const [header, ...pages] = linesOf(text);
  const { format, begun = now } = asObject(header);
  if (text !== '' && format !== FORMAT)
    throw new TypeError(`resume: ${file} was not written by books; name a new file`);
  const isUsable = typeof begun === 'number' && begun <= now && begun > now - USABLE;
  const stored = isUsable ? (pages as Page[]) : []; // written by `add`
  let isWritten = false;

  function replace(all: readonly Page[]): void {
    const lines = [{ format: FORMAT, begun: stored.length > 0 ? begun : now }, ...all];
    writeText(`${file}.new`, lines.map(lineOf).join(''), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    isWritten = true;
  }

  return {
    stored,
    replace,
    add(page) {
      if (isWritten) writeText(file, lineOf(page), { flag: 'a' });
      else replace([page]);
    },
    remove: () => rmSync(file, { force: true }),
  };
}

/** Returns the values of the lines before the first that is not JSON: a process may have ended while it wrote the last one. */
function linesOf(text: string): unknown[] {
  const found: unknown[] = [];
  for (const line of text.split('\n')) {
    try {
      found.push(JSON.parse(line));
    } catch {
      break;
    }
  }
  return found;
}
