/** Markup as data. The console turns it into elements, and the command into the text of a file. */
import { printable } from 'payment-gateway-core/codes';
import { escapeMarkup } from 'payment-gateway-core/util';

export type Child = Markup | string;
type Given = Child | false | undefined | readonly Given[];

/** An element, by its tag and classes: `p.notice.bad`. It is a class, so that no object of a file can be an element. */
export class Markup {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Child[];

  /** Leaves out children that are `false` or `undefined`. */
  constructor(selector: string, children: readonly Given[], attributes: Markup['attributes'] = {}) {
    const [tag = '', ...classes] = selector.split('.');
    this.tag = tag;
    this.attributes = { ...(classes.length > 0 && { class: classes.join(' ') }), ...attributes };
    this.children = children.flatMap(present);
  }
}

export const el = (selector: string, ...children: readonly Given[]): Markup => new Markup(selector, children);

function present(given: Given): Child[] {
  if (given === false || given === undefined || given === '') return [];
  if (given instanceof Markup) return [given];
  return typeof given === 'object' ? given.flatMap(present) : [printable(String(given))];
}

/** Returns the text of an HTML file. */
export function htmlOf(child: Child): string {
  if (typeof child === 'string') return escapeMarkup(child);
  const { tag, attributes, children } = child;
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`);
  return `<${tag}${written.join('')}>${children.map(htmlOf).join('')}</${tag}>`;
}
