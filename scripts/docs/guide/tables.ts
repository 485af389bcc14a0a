import { readFileSync } from 'node:fs';
import { contractOf } from '../../../core/src/contract/contract.ts';
import { evidenceList } from '../../../core/src/contract/evidence.ts';
import type { BodyObject, OpenApi } from '../../../core/src/contract/openapi.ts';
import { groupBy } from '../../../core/src/util/group-by.js';
import { flagOf, type Option, type OptionTable, sizeOf } from '../../../core/src/util/option-table.js';
import {
  ACTS,
  type ActName,
  type ActStep,
  actSteps,
  commandOf,
  kindsOf,
  rowOf,
} from '../../../sandbox/src/acts/index.js';
import { EXPLORE_OPTIONS } from '../../../sandbox/src/explore/index.js';
import { SANDBOX_OPTIONS } from '../../../sandbox/src/options/sandbox-options.js';
import { packageVersion } from '../../../src/package-files.js';
import { clearRefusals, leavesOutcomeOpen } from '../../../src/vocabulary.js';
import { bugs } from '../../../tables/explored-bugs.ts';
import { contracts, tools } from '../../../tables/tools.ts';
import { oneLine } from '../../contract/text.ts';
import { splitMarkdown } from '../../translation/segments.ts';
import { errorsOf } from '../addresses.ts';
import { english, type Language } from '../language.ts';

/** The paths of the docs of other versions, by version. */
export type VersionLinks = Record<string, string>;

/** Every error status of the contract, and those that only a variant of an assumption has. */
export function errorTable(contract: OpenApi, { words }: Language): string {
  const errors = groupBy(contractOf(contract).operations.flatMap(errorsOf), ([status]) => status);
  const rows = [...errors].map(([status, all]) => {
    const responses = all.map(([, response]) => response);
    const level = evidenceList(responses[0]?.['x-evidence'])[0]?.level;
    return [`\`${status}\``, sentencesOf(responses), level ? words.levels[level] : ''];
  });
  for (const [key, { variants = {} }] of Object.entries(contract['x-evidence-register'])) {
    for (const [name, { statement }] of Object.entries(variants)) {
      const [, status] = /^status-(\d{3})$/.exec(name) ?? [];
      if (status === undefined || errors.has(status)) continue;
      const meaning = words.tables.onlyVariant(`\`${key}=${name}\``, oneLine(statement));
      rows.push([`\`${status}\``, meaning, words.levels.assumed]);
    }
  }
  return markdownTable(
    words.tables.errors,
    rows.sort(([one = ''], [other = '']) => one.localeCompare(other)),
  );
}

/** Returns the sentences of several descriptions, each once. A sentence stays behind the one that it follows in its own description. */
function sentencesOf(responses: readonly BodyObject[]): string {
  const sentences: string[] = [];
  // The last one first, because a new sentence comes before those that followed the same one.
  for (const { description = '' } of responses.toReversed()) {
    let place = sentences.length;
    for (const { text, prose } of splitMarkdown(oneLine(description))) {
      if (!prose) continue;
      const known = sentences.indexOf(text);
      if (known < 0) sentences.splice(place, 0, text);
      place = (known < 0 ? place : known) + 1;
    }
  }
  return sentences.join(' ');
}

export function testCardTable(contract: OpenApi, { words }: Language): string {
  const { cards, security_codes = [] } = contract['x-test-values'];
  const rows = cards.map(({ card_number, brand, outcome, note }) => [
    `\`${card_number}\``,
    brand,
    `**${outcome}**: ${note}`,
  ]);
  const codes = security_codes.map(({ begins_with, outcome, note }) => [
    words.tables.securityCode(begins_with),
    words.tables.anyBrand,
    `**${outcome}**: ${note}`,
  ]);
  return markdownTable(words.tables.testCards, [...rows, ...codes]);
}

export function versionTable(contract: OpenApi, { words }: Language, links: VersionLinks): string {
  const { path, contract: ofContract, package: ofPackage, others, versions } = words.tables;
  const list = Object.entries(links).map(([version, place]) => `[${version}](${place})`);
  const rows: [string[], string][] = [
    [path, '`/v1`'],
    [ofContract, `\`${contract.info.version}\``],
    [ofPackage('payment-gateway-contract'), `\`${packageVersion()}\``],
    [others, list.join(', ')],
  ];
  const known = rows.filter(([, value]) => value !== '');
  return markdownTable(
    versions,
    known.map(([[name = '', meaning = ''], value]) => [name, value, meaning]),
  );
}

/** What other people's tools make of the two forms of the contract, as `npm run check -- tools` checks it. */
export function toolTable({ words, text }: Language): string {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(new URL('../../../test/consumers/tools/package.json', import.meta.url), 'utf8'),
  );
  const table = markdownTable(
    [...words.tables.tool, ...contracts.map((contract) => `\`${contract}\``)],
    tools.map((tool) => [
      `${tool.name} ${dependencies[tool.package ?? tool.name]}`,
      text(tool.does),
      ...contracts.map((contract) => {
        const failure = tool.fails?.[contract];
        return failure ? words.tables.fails(text(failure.because)) : words.tables.works;
      }),
    ]),
  );
  const counts = contracts.map((contract) => {
    const running = tools.filter(({ fails }) => fails?.[contract] === undefined);
    return words.tables.toolCount(running.length, tools.length, contract);
  });
  return `${counts.join(' ')}\n\n${table}`;
}

/** The problems of the gallery by what the shop does wrong. The first pattern that fits counts. */
const BUG_GROUPS = {
  charged: /charged twice|subscriptions? goe?s? on/,
  believed: /believed|somebody else/,
  shipped: /was shipped/,
  unpaid: /received nothing/,
  amount: /(?:)/,
} as const;
const bugGroups = Object.keys(BUG_GROUPS) as (keyof typeof BUG_GROUPS)[];

/** The bugs of the gallery, as `explore` reports them, with a heading for each kind of problem. */
export function bugTable({ words, text }: Language): string {
  const groups = groupBy(bugs, ({ problem }) => bugGroups.find((group) => BUG_GROUPS[group].test(problem)));
  const sections = bugGroups.map((group) => {
    const rows = (groups.get(group) ?? []).map(({ symptom, plan, problem }) => [
      text(symptom),
      `\`${plan}\``,
      `\`${problem.replaceAll('R$ ', 'R$\u00a0')}\``,
    ]);
    return `## ${words.tables.bugGroups[group]}\n\n${markdownTable(words.tables.bugs, rows)}`;
  });
  return sections.join('\n\n');
}

/** The acts of the sandbox, each with its command, the statuses around it, and its effect. */
export function actTable(language: Language): string {
  const { acts, actOn, anyStatus, stays } = language.words.tables;
  const coded = (statuses: readonly string[]) => statuses.map((status) => `\`${status}\``).join(', ');
  const stepText = ({ from, to }: ActStep) =>
    to.length > 0 ? `${coded(from)} → ${coded(to)}` : stays(coded(from), from.length);
  const namesOf = (act: ActName) => [...new Set([act, commandOf(act)])].map((name) => `\`${name}\``).join(', ');
  const rows = ACTS.map((act) => {
    const { summary, guide, undo } = rowOf(act);
    const statuses = kindsOf(act).map((kind) => {
      const steps = actSteps(act, kind).map(stepText);
      return `${actOn[kind]}: ${steps.join('; ') || anyStatus}`;
    });
    return [
      `[${namesOf(act)}](/guides/${guide}/)`,
      statuses.join('<br>'),
      language === english ? summary.en : summary.pt,
      undo ? `\`${undo}\`` : '',
    ];
  });
  return markdownTable(acts, rows);
}

/** What a benchmark measured last: `npm run bench -- client --write`. */
export function figureTable(benchmark: string, { code, words, text }: Language): string {
  const { on, figures } = measured()[benchmark] ?? { on: '', figures: {} };
  const rows = Object.entries(figures).map(([what, value]) => [text(what), value.toLocaleString(code)]);
  const machine = on.replace(/[\d.]+(?= GHz)/, (clock) => Number(clock).toLocaleString(code));
  return `${machine}\n\n${markdownTable(words.tables.figure, rows)}`;
}

/** Returns the figures of each benchmark. */
export const measured = (): Record<string, { on: string; figures: Record<string, number> }> =>
  JSON.parse(readFileSync(new URL('figures.json', import.meta.url), 'utf8'));

export const optionTables: Readonly<Record<string, OptionTable>> = {
  explore: EXPLORE_OPTIONS,
  sandbox: SANDBOX_OPTIONS,
};

/** The flag of each option, its name in code, its default and its effect. */
export function optionTable(server: string, { words, text }: Language): string {
  const code = (cell: unknown) => `\`${String(cell).replaceAll('|', '\\|')}\``;
  const rows = Object.entries(optionTables[server] ?? {}).map(([name, option]: [string, Option]) => {
    const flag = flagOf(name, option);
    const value = option.type === 'boolean' ? '' : ` ${option.value}`;
    const usual = option.default === false ? '' : String(option.default ?? '');
    const size = sizeOf(option);
    const shown = [usual && code(usual), size && `(${size})`].filter(Boolean).join(' ');
    // The first column is wide anyway, so the others keep their room.
    const names = [
      flag !== undefined && code(`--${flag}${value}`),
      code(name),
      option.variable && code(option.variable),
    ];
    return [names.filter(Boolean).join('<br>'), shown, text(option.help)];
  });
  return markdownTable(words.tables.options, rows);
}

/** Returns a table in Markdown. */
export function markdownTable(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The meaning of a status for a POST. */
type Outcome = 'done' | 'refused' | 'unknown';

const outcomeOf = (status: number): Outcome =>
  clearRefusals.includes(status) ? 'refused' : leavesOutcomeOpen(status) ? 'unknown' : 'done';

/** The ranges of statuses with one outcome, from 200 to 599. */
export function outcomeRanges(): { first: number; last: number; outcome: Outcome }[] {
  const ranges: { first: number; last: number; outcome: Outcome }[] = [];
  for (let status = 200; status < 600; status++) {
    const outcome = outcomeOf(status);
    const range = ranges.at(-1);
    if (range?.outcome === outcome) range.last = status;
    else ranges.push({ first: status, last: status, outcome });
  }
  return ranges;
}

/** What client, `verify` and the samples conclude from the status of a POST, and whether this is so before and after the gateway acted. */
export function outcomeTable({ words }: Language): string {
  const { head, conclusion, before, after } = words.tables.outcomes;
  const rows = [...groupBy(outcomeRanges(), ({ outcome }) => outcome)].map(([outcome, own]) => {
    const statuses = own.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
    return [statuses, conclusion[outcome], before[outcome], after[outcome]];
  });
  return markdownTable(head, rows);
}
