/** A sequence diagram of one run: three lanes, a line of text and its arrows per step. */
import type { Payment } from 'payment-gateway-core/books';
import { groupBy } from 'payment-gateway-core/util';
import type { Books, Step } from '../explore/index.js';
import { say, type Text } from '../sentences/index.js';
import { el, Markup } from './markup.js';

/** Returns a text in the language of the reader. */
export type Show = (text: Text) => string;

/** Returns the diagram. It needs neither a script nor a fixed width. */
export function diagramOf(steps: readonly Step[], books: Books | undefined, show: Show): Markup {
  const charges = chargesIn(books?.gateway ?? []);
  const heads = (['others', 'shop', 'gateway'] as const).map((name) => el('b', show(say(name))));
  return el(
    'div.sequence',
    el('div.heads', heads),
    el(
      'ol',
      steps.map((step) => stepOf(step, charges, show)),
    ),
  );
}

function stepOf(step: Step, charges: readonly (readonly Payment[])[], show: Show): Markup {
  const { what, outcome, lost, wrote } = step;
  const twice = charges.find((payments) => payments.some(({ id }) => id === wrote));
  const isBad = lost !== undefined || twice !== undefined;
  const number = twice === undefined ? 0 : twice.findIndex(({ id }) => id === wrote) + 1;
  return el(
    isBad ? 'li.step.marked' : 'li.step',
    el(
      'p',
      el('code', show(what)),
      ' ',
      show(outcome),
      lost && [' ', el('span.badge.bad', show(say(`lost-${lost}`)))],
      twice && [' ', el('span.badge.bad', show(say('charge', { number, count: twice.length })))],
    ),
    new Markup('div.lanes', arrowsOf(step), { 'aria-hidden': 'true' }),
  );
}

/** A request and its answer are two arrows. A lost one ends halfway. */
function arrowsOf({ from, to, lost, outcome }: Step): Markup[] {
  if (from === undefined || to === undefined) return [];
  const arrow = (way: string, isLost: boolean) => el(`i.arrow.${way}${isLost ? '.lost' : ''}`);
  const there = arrow(`${from}-${to}`, lost === 'request');
  const hasAnswer = outcome !== '' && from !== 'others' && lost !== 'request';
  return hasAnswer ? [there, arrow(`${to}-${from}.answer`, lost === 'response')] : [there];
}

/** Returns the money that a payment holds, in centavos. */
export const heldBy = ({ captured, refunded, authorized }: Payment): number => captured - refunded + authorized;

/** Returns the payments that hold money, for each order with more than one. */
export function chargesIn(payments: readonly Payment[]): Payment[][] {
  // Renewals are separate charges.
  const held = payments.filter((one) => heldBy(one) > 0 && one.subscription === undefined);
  return [...groupBy(held, ({ order }) => order).values()].filter(({ length }) => length > 1);
}
