import type { Payment } from 'payment-gateway-core/books';
import { reais } from 'payment-gateway-core/codes';
import type { Books } from '../explore/index.js';
import { diagramOf } from './diagram.js';
import type { Finding, Findings, TriedPlan } from './findings.js';
import { el, type Markup } from './markup.js';
import type { Texts } from './texts.js';

/** The name of the run without disruptions. */
const NO_DISRUPTION = 'no disruption';

/** The color of each outcome, in the order of the view. */
const MOODS = { broke: 'bad', 'lost sale': 'wait', held: 'good', covered: 'plain', 'did not happen': 'plain' } as const;

/** Returns the findings of `explore`: each failure with its diagram, its books and its command, and the tried plans. */
export function viewOf(findings: Findings, texts: Texts): Markup {
  const { failures, tried, bound, replayed = [] } = findings;
  return el(
    'div',
    { class: 'findings' },
    el('h2', {}, headOf(findings, texts)),
    replayed.length > 0 && [
      el('h3', {}, texts.replayed),
      el(
        'ul',
        {},
        replayed.map(({ plan, outcome }) =>
          el('li', {}, badge(outcome === 'STILL FAILS' ? 'bad' : 'good', outcome), ' ', plan),
        ),
      ),
    ],
    failures.map((failure, index) => failureOf(failure, isFirstOfKind(failures, index), texts)),
    tried.length > 0 && [el('h3', {}, texts.tried), matrixOf(tried, texts)],
    bound.split('\n').map((line) => el('p', { class: 'muted' }, sentencesOf(line).map(texts.said).join(' '))),
  );
}

function headOf({ failures, tried }: Findings, texts: Texts): string {
  if (failures[0]?.plan === NO_DISRUPTION) return texts.failedFirst;
  return failures.length === 0 ? texts.held(tried.length) : texts.broke(failures.length, tried.length);
}

/** Whether no failure before it has the same problem, apart from ids. */
function isFirstOfKind(failures: readonly Finding[], index: number): boolean {
  const kindOf = (one: Finding | undefined) => one?.problem.replace(/\d+/g, '');
  return failures.findIndex((one) => kindOf(one) === kindOf(failures[index])) === index;
}

function failureOf({ plan, problem, steps, books, repeat }: Finding, isOpen: boolean, texts: Texts): Markup {
  return el(
    'details',
    { class: 'failure', ...(isOpen && { open: '' }) },
    el('summary', {}, el('strong', {}, texts.said(problem)), ' ', el('span', { class: 'muted' }, plan)),
    diagramOf(steps, books, texts),
    booksOf(books, texts),
    repeat !== '' && el('p', { class: 'repeat' }, `${texts.repeat}: `, el('code', {}, repeat)),
  );
}

/** The sentences of a line. A point inside a name or an amount ends none. */
const sentencesOf = (line: string): string[] => line.split(/(?<=\.) (?=[A-Z\d])/);

/** Both books, side by side. */
function booksOf(books: Books | undefined, texts: Texts): Markup {
  if (books === undefined) return el('p', { class: 'muted' }, texts.noBooks);
  const payments = books.gateway.map((payment) =>
    el(
      'li',
      {},
      `${payment.id} `,
      el('span', { class: 'muted' }, payment.order ?? texts.noOrder),
      ' ',
      sumsOf(payment, texts),
    ),
  );
  const orders = books.shop?.map(({ order, paid }) => el('li', {}, `${order} `, el('b', {}, texts.said(reais(paid)))));
  const page = (title: string, lines: readonly Markup[], none: string) =>
    el('div', {}, el('h3', {}, title), lines.length > 0 ? el('ul', {}, lines) : el('p', { class: 'muted' }, none));
  return el(
    'div',
    { class: 'books' },
    page(texts.gatewayBook, payments, texts.nothing),
    page(texts.shopBook, orders ?? [], orders === undefined ? texts.silent : texts.nothing),
  );
}

function sumsOf({ captured, refunded, authorized }: Payment, texts: Texts): (Markup | string)[] {
  const sum = (centavos: number) => texts.said(reais(centavos));
  if (captured === 0 && authorized > 0) return [el('b', {}, sum(authorized)), ` ${texts.authorized}`];
  return [el('b', {}, sum(captured)), refunded > 0 ? `, ${texts.refunded(sum(refunded))}` : ''];
}

/** The disruptions of each place, by their outcome. */
function matrixOf(tried: readonly TriedPlan[], texts: Texts): Markup {
  const rows = (plans: readonly TriedPlan[]) =>
    [...new Set(plans.map(({ place }) => place))].map((place) =>
      el(
        'div',
        {},
        el('dt', {}, place),
        (Object.keys(MOODS) as (keyof typeof MOODS)[]).map((outcome) => {
          const here = plans.filter((one) => one.place === place && one.outcome === outcome);
          const names = [...new Set(here.map(({ disruption }) => disruption))].join(' · ');
          return here.length > 0 && el('dd', {}, badge(MOODS[outcome], texts.outcomes[outcome]), ' ', names);
        }),
      ),
    );
  const single = tried.filter(({ depth }) => depth === 1);
  const several = tried.filter(({ depth }) => depth > 1);
  return el(
    'div',
    { class: 'tried' },
    el('dl', {}, rows(single)),
    several.length > 0 && [el('h4', {}, texts.several), el('dl', {}, rows(several))],
  );
}

const badge = (mood: string, text: string): Markup => el('span', { class: `badge ${mood}` }, text);
