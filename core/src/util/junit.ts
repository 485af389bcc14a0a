import { escapeMarkup } from './escape-markup.js';

export interface JunitFailure {
  readonly message: string;
  readonly text: string;
}

/** A test case. It passed if it has neither a failure nor an error and was not skipped. All texts must be printable. */
export interface JunitCase {
  readonly group: string;
  readonly name: string;
  readonly failures?: readonly JunitFailure[] | undefined;
  /** Why the case has no result. */
  readonly error?: string | undefined;
  /** Why the case did not run. */
  readonly skipped?: string | undefined;
  /** The output of a case that passed. */
  readonly output?: string | undefined;
}

/** Renders test cases as JUnit XML. `created` is an ISO 8601 timestamp. */
export function junitXml(
  suite: string,
  cases: readonly JunitCase[],
  { created, seconds }: { readonly created?: string; readonly seconds?: number } = {},
): string {
  const count = (has: (one: JunitCase) => unknown) => cases.filter(has).length;
  const sums = [
    `tests="${cases.length}" failures="${count(({ failures }) => failures?.length)}"`,
    `skipped="${count(({ skipped }) => skipped)}" errors="${count(({ error }) => error)}"`,
    ...(seconds === undefined ? [] : [`time="${seconds}"`]),
  ].join(' ');
  const timestamp = created === undefined ? '' : ` timestamp="${created}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${sums}>
  <testsuite name="${escapeMarkup(suite)}"${timestamp} ${sums}>
${cases.map((one) => `    ${testCase(one)}`).join('\n')}
  </testsuite>
</testsuites>
`;
}

function testCase({ group, name, failures = [], error, skipped, output }: JunitCase): string {
  const parts = [
    ...failures.map(({ message, text }) => element('failure', message, text)),
    error && element('error', error),
    skipped && element('skipped', skipped),
    output && `<system-out>${escapeMarkup(output)}</system-out>`,
  ];
  return `<testcase classname="${escapeMarkup(group)}" name="${escapeMarkup(name)}">${parts.filter(Boolean).join('')}</testcase>`;
}

const element = (name: string, message: string, text = ''): string =>
  `<${name} message="${escapeMarkup(message)}">${escapeMarkup(text)}</${name}>`;
