import { instance } from '@viz-js/viz';
import { type Evidence, evidenceList, LEVELS } from '../../../core/src/contract/evidence.ts';
import type { EvidenceText, OpenApi, Transition } from '../../../core/src/contract/openapi.ts';
import { escapeMarkup } from '../../../core/src/util/escape-markup.js';
import type { Language } from '../language.ts';
import type { Words } from '../words/en.ts';

/** A picture, the source it is drawn from, and the same in words. */
export interface Diagram {
  /** Its id on the page. */
  name: string;
  title: string;
  /** What to know before looking at it. */
  caption: string;
  /** One line for each arrow. */
  text: string[];
  /** Graphviz source. */
  dot: string;
}

/** One arrow between two of the participants, by their positions. */
interface Step {
  from: number;
  to: number;
  /** Line breaks keep the drawing narrow. */
  label: string;
  evidence: EvidenceText;
}

interface Part {
  readonly name: string;
  readonly states: (state: string) => boolean;
  readonly has: (from: string, to: string) => boolean;
}

/** A buyer pays these at a bank: no issuer decides, and a refund is pending first. */
const atBank = (name: string, states: readonly string[]): Part => ({
  name: `TransactionStatus-${name}`,
  states: (state) => states.includes(state),
  has: (from, to) => !(from === 'processing' && to === 'paid') && !(from === 'paid' && to === 'refunded'),
});
const AT_BANK = ['waiting_payment', 'paid', 'canceled', 'pending_refund', 'refunded'];

/** The diagrams of a vocabulary that is too large for one. Together they have all its transitions. */
const PARTS: Readonly<Record<string, readonly Part[]>> = {
  TransactionStatus: [
    {
      name: 'TransactionStatus-card',
      states: (state) => state !== 'waiting_payment',
      has: (from) => from !== 'canceled',
    },
    // The bank of the buyer can take a Pix back.
    atBank('pix', ['processing', ...AT_BANK, 'chargedback']),
    atBank('boleto', AT_BANK),
  ],
};

/** One state machine for each vocabulary of the contract that has transitions, and for each payment method. */
export function stateMachines(contract: OpenApi, { words }: Language): Diagram[] {
  const vocabularies = Object.entries(contract.components.schemas).flatMap(([name, schema]) => {
    const transitions = schema['x-transitions'];
    const parts = PARTS[name] ?? [{ name, states: () => true, has: () => true }];
    return transitions ? parts.map((part) => ({ ...part, schema, transitions })) : [];
  });
  return vocabularies.map(({ name, states, has, schema, transitions: all }) => {
    const transitions = all
      .filter(({ from }) => states(from))
      .map((one) => ({ ...one, to: one.to.filter((to) => states(to) && has(one.from, to)) }))
      .filter(({ to }) => to.length > 0);
    const values = (schema['x-extensible-enum'] ?? []).filter(states);
    const nodes = values.map((state) => {
      const evidence = schema['x-enum-evidence']?.[state] ?? schema['x-evidence'];
      return `${state} [${pattern(evidenceList(evidence)[0], 'rounded,')}${isLast(state, transitions) ? ' peripheries=2' : ''}]`;
    });
    const edges = transitions.flatMap(({ from, to, evidence, variants }) =>
      to.map((state) => `${from} -> ${state} [${pattern(evidenceList(evidence)[0], '', variants && 'dashed')}]`),
    );
    const finals = values.filter((state) => isLast(state, transitions));
    const hasVariants = transitions.some(({ variants }) => variants);
    const { finalStates, stateCaption, variantCaption, stateTitles, to, variant } = words.diagrams;
    return {
      name: `states-${name.toLowerCase()}`,
      title: stateTitles[name] ?? name,
      caption: [finalStates(finals), stateCaption, hasVariants && variantCaption].filter(Boolean).join(' '),
      text: transitions.map(({ from, to: states, evidence, variants = [] }) => {
        const reasons = [said(evidence, words), ...variants.map(variant)];
        return `${to(from, states.join(', '))} (${reasons.join(', ')})`;
      }),
      dot: `digraph { ${defaults} nodesep=0.1 ranksep=0.45 node [shape=box] ${[...nodes, ...edges].join('\n')} }`,
    };
  });
}

/** Whether no transition leads out of a state, apart from those of a variant. */
function isLast(state: string, transitions: readonly Transition[]): boolean {
  return !transitions.some(({ from, to, variants }) => from === state && to.length > 0 && !variants);
}

const defaults = `bgcolor=transparent
  node [fontname=Helvetica fontsize=13 style=rounded margin="0.14,0.07" height=0.36]
  edge [fontname=Helvetica fontsize=12 arrowsize=0.8 penwidth=1.3]`;

/** A line style for each level, so that the evidence of an arrow or a state does not hang on its colour. */
function pattern(evidence: Evidence | undefined, shape = '', style?: string): string {
  const styles = { documented: 'solid', observed: 'dashed', assumed: 'dotted' };
  return evidence ? `class="${evidence.level}" style="${shape}${style ?? styles[evidence.level]}"` : '';
}

/**
 * A sequence diagram as a graph: one column of points for each participant, one row for each step. Its layout is a grid,
 * so Graphviz can draw it, as it draws the states.
 */
export function sequence(name: string, title: string, steps: Step[], { words }: Language): Diagram {
  const { participants } = words.diagrams;
  const rows = [...steps.keys(), steps.length];
  const columns = [...participants.keys()].filter((column) =>
    steps.some(({ from, to }) => from === column || to === column),
  );
  const points = columns.flatMap((column) => [
    `h${column} [shape=box width=0.9 group=g${column} label="${participants[column]}"]`,
    ...rows.flatMap((row) => [
      `n${column}_${row} [style=invis shape=point width=0.01 group=g${column}]`,
      `${row === 0 ? `h${column}` : `n${column}_${row - 1}`} -> n${column}_${row} [class=lifeline style=solid arrowhead=none weight=1000]`,
    ]),
  ]);
  const ranks = [
    `{ rank=same ${columns.map((column) => `h${column}`).join(' -> ')} [style=invis minlen=1] }`,
    ...rows.map((row) => `{ rank=same ${columns.map((column) => `n${column}_${row}`).join(' ')} }`),
  ];
  const arrows = steps.flatMap(({ from, to, label, evidence }, row) => {
    const style = pattern(evidenceList(evidence)[0]);
    // The blanks keep a label off the lifelines.
    const text = label.replace(/^.*$/gm, '  $&  ').replaceAll('\n', '\\n');
    const arrow = (a: number, b: number, extra: string) =>
      `n${a}_${row} -> n${b}_${row} [constraint=false ${style} ${extra}]`;
    // A label on a line that crosses a lifeline would bend the line, so the line is drawn in two pieces.
    if (Math.abs(from - to) < 2) return [arrow(from, to, `label="${text}"`)];
    return [arrow(from, 1, `label="${text}" arrowhead=none`), arrow(1, to, '')];
  });
  return {
    name: `flow-${name}`,
    title,
    caption: '',
    text: steps.map(
      ({ from, to, label, evidence }) =>
        `${words.diagrams.to(participants[from] ?? '', participants[to] ?? '')}: ${label.replaceAll('\n', ' ')} (${said(evidence, words)})`,
    ),
    dot: `digraph { ${defaults} splines=line nodesep=0.3 ranksep=0.5 ${[...points, ...ranks, ...arrows].join('\n')} }`,
  };
}

function said(evidence: EvidenceText, { levels }: Words): string {
  return evidenceList(evidence)
    .map(({ level, reference }) => `${levels[level]} ${reference}`)
    .join(', ');
}

/** Returns the place of a drawing in a page, and the same in words. */
export function diagramMarkup({ name, title, caption, text, dot }: Diagram, { words }: Language): string {
  const { patterns, legend: legendLine, inWords } = words.diagrams;
  const used = LEVELS.filter((level) => dot.includes(`class="${level}"`));
  const legend = used.map((level) => legendLine(patterns[level], words.levels[level])).join(' ');
  return [
    `## ${title}`,
    [legend, caption].filter(Boolean).join(' '),
    `<svg data-diagram="${name}" role="img" aria-label="${escapeMarkup(`${title}: ${text.join('; ')}`)}"></svg>`,
    `<details class="diagram-text"><summary>${inWords(title)}</summary>\n\n${text.map((line) => `- ${line.replaceAll('_', '\\_')}`).join('\n')}\n\n</details>`,
  ].join('\n\n');
}

/** A drawing of this width in CSS pixels can still be read if it is scaled to a phone. A wider one scrolls. */
const SCALED = 430;

/** Returns a page with its drawings in place of the empty elements that `diagramMarkup` leaves. */
export async function withDrawings(html: string, diagrams: readonly Diagram[]): Promise<string> {
  if (!html.includes('<svg data-diagram=')) return html;
  const viz = await instance();
  return html.replace(/<svg data-diagram="([^"]+)"([^>]*)><\/svg>/g, (_, name: string, attributes: string) => {
    const diagram = diagrams.find((one) => one.name === name);
    if (!diagram) throw new Error(`No diagram ${name}: add it to scripts/docs/diagrams`);
    const svg = viz.renderString(diagram.dot, { format: 'svg' });
    const viewBox = /viewBox="([^"]+)"/.exec(svg)?.[1] ?? '';
    const [, , width = 0] = viewBox.split(' ').map(Number);
    const drawing = svg
      .slice(svg.indexOf('<g '), svg.lastIndexOf('</svg>'))
      .replace(/<title>[^<]*<\/title>|<!--[\s\S]*?-->|\n| id="[^"]*"/g, '')
      .replace(/ (fill|stroke)="(black|transparent)"| font-family="[^"]*"/g, '');
    // A Graphviz point is 4/3 of a CSS pixel. At one to one the text has the size of small print.
    const scales = width <= SCALED ? ' class="scales"' : '';
    return `<div class="diagram" tabindex="0"><svg${scales} viewBox="${viewBox}" width="${Math.round(width)}"${attributes}>${drawing}</svg></div>`;
  });
}

const [buyer, server, gateway] = [0, 1, 2];

/** The sender, receiver and evidence of each arrow. The labels are in `words/`. */
const arrows: Record<string, [from: number, to: number, evidence: string][]> = {
  'card-3ds': [
    [server, gateway, 'observed three-d-secure-request'],
    [gateway, server, 'observed three-d-secure-response'],
    [server, buyer, 'observed three-d-secure-response'],
    [buyer, gateway, 'assumed three-d-secure-flow'],
    [gateway, buyer, 'assumed three-d-secure-flow'],
    [buyer, server, 'assumed three-d-secure-flow'],
    [server, gateway, 'observed transaction-path'],
    [gateway, server, 'assumed transaction-transitions'],
  ],
  pix: [
    [server, gateway, 'documented 4.5'],
    [gateway, server, 'assumed pix-flow'],
    [server, buyer, 'observed pix-response-fields'],
    [buyer, gateway, 'assumed transaction-transitions'],
    [gateway, server, 'observed webhook-events'],
    [server, gateway, 'observed transaction-path'],
    [gateway, server, 'assumed transaction-transitions'],
  ],
  webhook: [
    [server, gateway, 'observed webhook-registration'],
    [gateway, server, 'observed webhook-envelope'],
    [server, gateway, 'assumed webhook-response'],
    [server, gateway, 'observed webhook-envelope'],
    [gateway, server, 'observed webhook-envelope'],
  ],
};

/** @throws when a language has not as many labels as a flow has arrows */
export function flowsOf(language: Language): Diagram[] {
  return Object.entries(arrows).map(([name, steps]) => {
    const { title, labels } = language.words.diagrams.flows[name] ?? { title: name, labels: [] };
    if (labels.length !== steps.length) {
      throw new Error(`The flow ${name} has ${steps.length} arrows and ${labels.length} labels in ${language.code}`);
    }
    const labeled = steps.map(([from, to, evidence], index) => ({ from, to, label: labels[index] ?? '', evidence }));
    return sequence(name, title, labeled, language);
  });
}
