/** Markup as data. The console turns it into elements, and the command into the text of a file. */
import { printable } from 'payment-gateway-core/codes';
import { escapeMarkup } from 'payment-gateway-core/util';

export type Child = Markup | string;

export interface Markup {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Child[];
}

type Given = Child | false | undefined | readonly Given[];

/** Returns an element. Leaves out children that are `false` or `undefined`. */
export function el(tag: string, attributes: Readonly<Record<string, string>>, ...children: readonly Given[]): Markup {
  return { tag, attributes, children: children.flatMap(present) };
}

function present(given: Given): Child[] {
  if (given === false || given === undefined || given === '') return [];
  if (typeof given === 'string') return [printable(given)];
  return 'tag' in given ? [given] : given.flatMap(present);
}

/** Returns the text of an HTML file. */
export function htmlOf(child: Child): string {
  if (typeof child === 'string') return escapeMarkup(child);
  const { tag, attributes, children } = child;
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`);
  return `<${tag}${written.join('')}>${children.map(htmlOf).join('')}</${tag}>`;
}
