import { byVerdict, headline } from './order.js';
import { type Report, withoutControls } from './report.js';

const COLORS = { refuted: 31, confirmed: 32, consistent: 36, 'not settled': 90 } as const;

/** The report for a terminal: what was refuted in full, all else in a line each. `width` in characters, `color` for a terminal that has it. */
export function renderTable(
  given: Report,
  { width = 100, color = false }: { width?: number; color?: boolean } = {},
): string {
  const report = withoutControls(given);
  const paint = (text: string, code: number) => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const entries = byVerdict(report);
  const keyWidth = Math.max(5, ...entries.map(({ key }) => key.length));
  const rest = Math.max(20, width - keyWidth - 16);
  const lines = entries.map(({ key, verdict, reason }) => {
    const shown = verdict === 'refuted' || reason.length <= rest ? reason : `${reason.slice(0, rest - 1)}…`;
    return `${paint(verdict.padEnd(12), COLORS[verdict])} ${key.padEnd(keyWidth)} ${shown}`;
  });
  const deviations = report.deviations.map(
    ({ evidence, reason, place, count }) =>
      `${paint('deviates'.padEnd(12), COLORS.refuted)} ${evidence.padEnd(keyWidth)} ${reason} (${count} times, ${place})`,
  );
  const discoveries = report.discoveries.map(
    ({ kind, reason, place, count }) =>
      `${'discovery'.padEnd(12)} ${kind.padEnd(keyWidth)} ${reason} (${count} times, ${place})`,
  );
  const blocks = [
    [...deviations, ...lines],
    discoveries,
    report.leftBehind.map((left) => `left behind  ${left}`),
    report.notes.map((note) => `note         ${note}`),
    report.circular.map((why) => `no evidence  ${why}`),
    [headline(report)],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}
