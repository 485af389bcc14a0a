import { outcomeTable } from '../docs/guide/outcomes.ts';
import { english } from '../docs/language.ts';

export const SECURITY = 'SECURITY.md';

export const BEGIN = '<!-- outcomes -->';
export const END = '<!-- /outcomes -->';

/** Returns SECURITY.md with the outcomes of a POST between their marks. */
export function generateSecurity(text: string): string {
  const [before, rest] = text.split(BEGIN);
  const [, after] = rest?.split(END) ?? [];
  if (after === undefined) throw new Error(`${SECURITY}: needs the marks ${BEGIN} and ${END}, in this order`);
  return `${before}${BEGIN}\n${outcomeTable(english)}\n${END}${after}`;
}
