import type { Payment } from 'payment-gateway-core/books';
import { groupBy } from 'payment-gateway-core/util';
import type { Books, Step } from '../explore/index.js';
import { amount, kindOf, print, type Sentence, type SentenceLanguage, say, type Text } from '../sentences/index.js';
import { type Finding, type Findings, orNoFindings, readFindings, type TriedPlan } from './findings.js';
import { el, Markup } from './markup.js';

/** Returns a text in the language of the reader. */
type Show = (text: Text) => string;

/** The name of the run without disruptions. */
const NO_DISRUPTION = 'no disruption';

/** The color and the mark of each outcome, the worst first. */
const MOODS = {
  broke: ['bad', '✕'],
  'lost sale': ['wait', '!'],
  held: ['good', '✓'],
  covered: ['plain', '='],
  'did not happen': ['plain', '–'],
} as const;
const OUTCOMES = Object.keys(MOODS) as (keyof typeof MOODS)[]; // has the keys of MOODS

/** Returns the findings of `explore`: what each problem cost, one plan of each with its diagram, its books and its command, and the tried plans. */
export function viewOf(findings: Findings, language: SentenceLanguage): Markup {
  // An amount never breaks over two lines.
  const show: Show = (text) => print(text, language).replaceAll('R$ ', 'R$\u00a0');
  const { failures, tried, bound, replayed = [], search } = findings;
  const losses = lossesOf(failures).map(show).join('; ');
  return el(
    'div.findings',
    el('h2', headOf(findings, show)),
    losses !== '' && el('p.notice.bad', el('b', losses)),
    search && [commandOf(search.command, show), el('p', muted(`${dateOf(search)} · ${search.seconds} s`))],
    replayed.length > 0 && el('h3', show(say('tried-again'))),
    replayed.map(({ plan, outcome }) => el('p', badge(outcome === 'STILL FAILS' ? 'bad' : 'good', outcome), ' ', plan)),
    [...groupBy(failures, kindOf).values()].map((group) => problemOf(group, show)),
    tried.length > 0 && [el('h3', show(say('what-was-tried'))), triedOf(tried, show)],
    el('p', muted(bound.map(show).join(' '))),
  );
}

/** Returns the view of a file of `explore --json`. Throws a `RangeError` with one sentence for any other file. */
export function viewOfFile(json: string, language: SentenceLanguage): Markup {
  const findings = readFindings(json);
  return orNoFindings(() => viewOf(findings, language));
}

const dateOf = ({ ended }: NonNullable<Findings['search']>): string => `${ended.slice(0, 16).replace('T', ' ')} UTC`;

function headOf({ failures, tried }: Findings, show: Show): string {
  const [broken, count] = [failures.length, tried.length];
  if (failures[0]?.plan === NO_DISRUPTION) return capital(show(say('fails-first')));
  return capital(show(broken === 0 ? say('none-broke', { count }) : say('plans-broke', { broken, count })));
}

/** Returns how much money went wrong in how many plans. */
function lossesOf(failures: readonly Finding[]): Sentence[] {
  const losses = failures.flatMap(({ key, parts, books }) => {
    if (books === undefined) return [];
    const sumOf = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);
    const again = sumOf(chargesIn(books.gateway).flatMap(([, ...others]) => others.map(heldBy)));
    // A sentence with advice has the problem as a part.
    if (again > 0 && JSON.stringify([key, parts]).includes('"charged-again"'))
      return say('charged-twice', { amount: amount(again) });
    if (books.shop === undefined) return [];
    const received = sumOf(books.gateway.map(({ captured, refunded }) => captured - refunded));
    const apart = received - sumOf(books.shop.map(({ paid }) => paid));
    return apart === 0 ? [] : say(apart > 0 ? 'not-booked' : 'not-received', { amount: amount(Math.abs(apart)) });
  });
  return [...groupBy(losses, ({ text }) => text).values()].flatMap(([loss, ...others]) =>
    loss ? say('in-plans', { loss, plans: say('plans', { count: others.length + 1 }) }) : [],
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The first plan of a problem, and the others with the same one. */
function problemOf([first, ...others]: readonly Finding[], show: Show): Markup | false {
  if (first === undefined) return false;
  const { plan, problem: text, key, parts } = first;
  return el(
    'section.failure',
    el('h3', show({ key, parts, text })),
    el('p', muted(plan)),
    runOf(first, show),
    others.length > 0 &&
      el(
        'details.others',
        el('summary', show(say('other-plans', { count: others.length }))),
        others.map((one) => el('details', el('summary', one.plan), runOf(one, show))),
      ),
  );
}

const runOf = ({ steps, books, repeat, output }: Finding, show: Show) => [
  diagramOf(steps, books, show),
  booksOf(books, show),
  output.length > 0 && [el('h4', show(say('printed'))), el('pre', output.join('\n'))],
  repeat !== '' && commandOf(repeat, show),
];

/** A command with a button that copies it. */
const commandOf = (command: string, show: Show): Markup =>
  el(
    'p.repeat',
    el('code', command),
    new Markup('button.quiet.copy', [show(say('copy'))], { type: 'button', 'data-copied': show(say('copied')) }),
  );

/** Both books, side by side. */
function booksOf(books: Books | undefined, show: Show): Markup {
  if (books === undefined) return el('p', muted(show(say('no-books'))));
  const payments = books.gateway.map((payment) =>
    el('li', `${payment.id} `, muted(payment.order ?? show(say('no-order'))), ' ', sumsOf(payment, show)),
  );
  const orders = books.shop?.map(({ order, paid }) => el('li', `${order} `, el('b', sum(paid, show))));
  const page = (title: 'gateway-book' | 'shop-book', lines: readonly Markup[], none: Sentence) => {
    const list = lines.length > 0 ? el('ul', lines) : el('p', muted(show(none)));
    return el('div', el('h4', show(say(title))), list);
  };
  return el(
    'div.books',
    page('gateway-book', payments, say('nothing')),
    page('shop-book', orders ?? [], say(orders === undefined ? 'no-orders' : 'nothing')),
  );
}

const sum = (centavos: number, show: Show): string => show(say('sum', { amount: amount(centavos) }));

function sumsOf({ captured, refunded, authorized }: Payment, show: Show): (Markup | string)[] {
  if (captured === 0 && authorized > 0) return [el('b', sum(authorized, show)), ` ${show(say('is-authorized'))}`];
  const back = refunded > 0 ? `, ${show(say('is-refunded', { amount: amount(refunded) }))}` : '';
  return [el('b', sum(captured, show)), back];
}

/** The number of plans with each outcome, and a matrix: a row for each disruption, a column for each place. */
function triedOf(tried: readonly TriedPlan[], show: Show): Markup {
  const counts = OUTCOMES.map((outcome) => {
    const { length } = tried.filter((one) => one.outcome === outcome);
    const [mood, mark] = MOODS[outcome];
    return length > 0 && badge(mood, `${mark} ${show(say(outcome))}: ${length}`);
  });
  const columnOf = ({ depth, place }: TriedPlan) =>
    depth > 1 ? show(say('several-disruptions')) : place.replace(/^assumption .*/, show(say('assumption')));
  const columns = [...groupBy(tried, columnOf).keys()];
  const rows = groupBy(tried, (plan) =>
    [columnOf(plan) === plan.place ? [] : plan.place.replace('assumption ', ''), plan.disruption].flat().join(': '),
  );
  const sorted = columns.flatMap((column) => [...rows].filter(([, [one]]) => one && columnOf(one) === column));
  const cellOf = (plans: readonly TriedPlan[], column: string) => {
    // Several plans may end in one place: the worst counts.
    const here = plans.filter((one) => columnOf(one) === column).map(({ outcome }) => outcome);
    const worst = OUTCOMES.find((outcome) => here.includes(outcome));
    if (worst === undefined) return el('td');
    const [mood, mark] = MOODS[worst];
    return el(`td.${mood}`, new Markup('span', [mark], { role: 'img', 'aria-label': show(say(worst)) }));
  };
  const heads = columns.map((column) => new Markup('th', [el('span', column)], { scope: 'col' }));
  const lines = sorted.map(([row, plans]) =>
    el(
      'tr',
      new Markup('th', [row], { scope: 'row' }),
      columns.map((column) => cellOf(plans, column)),
    ),
  );
  const table = el('table', el('tr', el('td'), heads), lines);
  const region = { tabindex: '0', role: 'region', 'aria-label': show(say('what-was-tried')) };
  return el('div.tried', el('p', counts), new Markup('div.matrix', [table], region));
}

const muted = (text: string): Markup => el('span.muted', text);
const badge = (mood: string, text: string): Markup => el(`span.badge.${mood}`, text);

/** Returns a sequence diagram of a run: three lanes, a line of text and its arrows per step. It needs neither a script nor a fixed width. */
function diagramOf(steps: readonly Step[], books: Books | undefined, show: Show): Markup {
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
const heldBy = ({ captured, refunded, authorized }: Payment): number => captured - refunded + authorized;

/** Returns the payments that hold money, for each order with more than one. */
function chargesIn(payments: readonly Payment[]): Payment[][] {
  // Renewals are separate charges.
  const held = payments.filter((one) => heldBy(one) > 0 && one.subscription === undefined);
  return [...groupBy(held, ({ order }) => order).values()].filter(({ length }) => length > 1);
}
