import type { Payment } from 'payment-gateway-core/books';
import type { Books } from '../explore/index.js';
import { amount, kindOf, print, type Sentence, type SentenceLanguage, say } from '../sentences/index.js';
import { diagramOf, type Show } from './diagram.js';
import type { Finding, Findings, TriedPlan } from './findings.js';
import { el, type Markup } from './markup.js';

/** The name of the run without disruptions. */
const NO_DISRUPTION = 'no disruption';

/** The color of each outcome, in the order of the view. */
const MOODS = { broke: 'bad', 'lost sale': 'wait', held: 'good', covered: 'plain', 'did not happen': 'plain' } as const;

/** Returns the findings of `explore`: each failure with its diagram, its books and its command, and the tried plans. */
export function viewOf(findings: Findings, language: SentenceLanguage): Markup {
  // An amount never breaks over two lines.
  const show: Show = (text) => print(text, language).replaceAll('R$ ', 'R$\u00a0');
  const { failures, tried, bound, replayed = [] } = findings;
  return el(
    'div',
    { class: 'findings' },
    el('h2', {}, headOf(findings, show)),
    replayed.length > 0 && [
      el('h3', {}, show(say('tried-again'))),
      el(
        'ul',
        {},
        replayed.map(({ plan, outcome }) =>
          el('li', {}, badge(outcome === 'STILL FAILS' ? 'bad' : 'good', outcome), ' ', plan),
        ),
      ),
    ],
    failures.map((failure, index) => failureOf(failure, isFirstOfKind(failures, index), show)),
    tried.length > 0 && [el('h3', {}, show(say('what-was-tried'))), matrixOf(tried, show)],
    bound.map((sentence) => el('p', { class: 'muted' }, show(sentence))),
  );
}

function headOf({ failures, tried }: Findings, show: Show): string {
  const [broken, count] = [failures.length, tried.length];
  if (failures[0]?.plan === NO_DISRUPTION) return capital(show(say('fails-first')));
  return capital(show(broken === 0 ? say('none-broke', { count }) : say('plans-broke', { broken, count })));
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether no failure before it has the same problem, apart from ids. */
function isFirstOfKind(failures: readonly Finding[], index: number): boolean {
  const kinds = failures.map(kindOf);
  return kinds.indexOf(kinds[index] ?? '') === index;
}

function failureOf(failure: Finding, isOpen: boolean, show: Show): Markup {
  const { plan, problem: text, key, parts, steps, books, repeat, output } = failure;
  return el(
    'details',
    { class: 'failure', ...(isOpen && { open: '' }) },
    el('summary', {}, el('strong', {}, show({ key, parts, text })), ' ', el('span', { class: 'muted' }, plan)),
    diagramOf(steps, books, show),
    booksOf(books, show),
    output.length > 0 && [el('h3', {}, show(say('printed'))), el('pre', {}, output.join('\n'))],
    repeat !== '' && el('p', { class: 'repeat' }, `${capital(show(say('repeat')))}: `, el('code', {}, repeat)),
  );
}

/** Both books, side by side. */
function booksOf(books: Books | undefined, show: Show): Markup {
  if (books === undefined) return el('p', { class: 'muted' }, show(say('no-books')));
  const payments = books.gateway.map((payment) =>
    el(
      'li',
      {},
      `${payment.id} `,
      el('span', { class: 'muted' }, payment.order ?? show(say('no-order'))),
      ' ',
      sumsOf(payment, show),
    ),
  );
  const orders = books.shop?.map(({ order, paid }) => el('li', {}, `${order} `, el('b', {}, sum(paid, show))));
  const page = (title: 'gateway-book' | 'shop-book', lines: readonly Markup[], none: Sentence) => {
    const list = lines.length > 0 ? el('ul', {}, lines) : el('p', { class: 'muted' }, show(none));
    return el('div', {}, el('h3', {}, show(say(title))), list);
  };
  return el(
    'div',
    { class: 'books' },
    page('gateway-book', payments, say('nothing')),
    page('shop-book', orders ?? [], say(orders === undefined ? 'no-orders' : 'nothing')),
  );
}

const sum = (centavos: number, show: Show): string => show(say('sum', { amount: amount(centavos) }));

function sumsOf({ captured, refunded, authorized }: Payment, show: Show): (Markup | string)[] {
  if (captured === 0 && authorized > 0) return [el('b', {}, sum(authorized, show)), ` ${show(say('is-authorized'))}`];
  const back = refunded > 0 ? `, ${show(say('is-refunded', { amount: amount(refunded) }))}` : '';
  return [el('b', {}, sum(captured, show)), back];
}

/** The disruptions of each place, by their outcome. */
function matrixOf(tried: readonly TriedPlan[], show: Show): Markup {
  const rows = (plans: readonly TriedPlan[]) =>
    [...new Set(plans.map(({ place }) => place))].map((place) =>
      el(
        'div',
        {},
        el('dt', {}, place),
        (Object.keys(MOODS) as (keyof typeof MOODS)[]).map((outcome) => {
          const here = plans.filter((one) => one.place === place && one.outcome === outcome);
          const names = [...new Set(here.map(({ disruption }) => disruption))].join(' · ');
          return here.length > 0 && el('dd', {}, badge(MOODS[outcome], show(say(outcome))), ' ', names);
        }),
      ),
    );
  const single = tried.filter(({ depth }) => depth === 1);
  const several = tried.filter(({ depth }) => depth > 1);
  return el(
    'div',
    { class: 'tried' },
    el('dl', {}, rows(single)),
    several.length > 0 && [el('h4', {}, show(say('several-disruptions'))), el('dl', {}, rows(several))],
  );
}

const badge = (mood: string, text: string): Markup => el('span', { class: `badge ${mood}` }, text);
