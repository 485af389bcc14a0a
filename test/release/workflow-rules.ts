/** What must hold of every workflow, so that what may publish runs nothing that anybody else could have changed. */
import { isScalar, parse, parseDocument, visit } from 'yaml';

export interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}
export interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly needs?: string | readonly string[];
  readonly uses?: string;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly node: readonly number[] } };
  readonly steps?: readonly Step[];
  readonly 'timeout-minutes'?: number;
}
export interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** Commands that a job with a permission to write may run: they run nothing that was built or installed. */
const PUBLISHING_COMMANDS = /^(?!.*(&&|\$\(|`))(echo|sha256sum|case|npm publish \.\/package\.tgz --ignore-scripts) /;

/** What is wrong with a workflow, a line each. */
export function findings(yaml: string): string[] {
  const workflow = parse(yaml) as Workflow;
  const found = unpinned(yaml);
  if (JSON.stringify(workflow.permissions) !== '{}') found.push('permissions: {} is missing at the top');
  for (const [name, job] of Object.entries(workflow.jobs)) {
    found.push(...jobFindings(job).map((finding) => `${name}: ${finding}`));
    found.push(...unresolved(job, workflow.jobs).map((finding) => `${name}: ${finding}`));
  }
  return found;
}

/** Actions that a tag or a branch names, or whose version nobody can read. */
function unpinned(yaml: string): string[] {
  const found: string[] = [];
  visit(parseDocument(yaml), {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== 'uses' || !isScalar(value)) return;
      const action = `${value.value}`;
      if (action.startsWith('./')) return;
      if (!/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action)) found.push(`${action} is not pinned by commit`);
      if (!/^ v\d+\.\d+\.\d+$/.test(value.comment ?? '')) found.push(`${action} has no version beside it`);
    },
  });
  return found;
}

function jobFindings(job: Job): string[] {
  const found: string[] = [];
  const { permissions, steps = [] } = job;
  const using = (action: string) => steps.filter(({ uses }) => uses?.startsWith(`actions/${action}@`));
  if (permissions === undefined) found.push('names no permissions');
  if (job.uses) return found;
  if (job['timeout-minutes'] === undefined) found.push('has no timeout');
  for (const { run } of steps) if (run?.includes('${{')) found.push('puts an expression into a script');
  for (const step of using('checkout')) {
    if (step.with?.['persist-credentials'] !== false) found.push('leaves the token in the checkout');
  }

  const mayWrite = Object.values(permissions ?? {}).includes('write');
  const hasCache = using('cache').length > 0 || using('setup-node').some(isCaching);
  const hands = steps.some(({ uses }) => /^actions\/upload-(pages-)?artifact@/.test(uses ?? ''));
  if (hasCache && mayWrite) found.push('publishes with a shared cache');
  if (hasCache && hands) found.push('hands on what a shared cache may have changed');
  if (!mayWrite) return found;
  if (!job.needs) found.push('publishes what no job before it has built');
  if (using('checkout').length > 0) found.push('has the repository where it may publish');
  for (const line of steps.flatMap(({ run }) => run?.trim().split('\n') ?? [])) {
    if (!PUBLISHING_COMMANDS.test(line)) found.push(`runs where it may publish: ${line}`);
  }
  return found;
}

/** `cache` asks for it; otherwise a `packageManager` in package.json would be enough to switch it on. */
const isCaching = (step: Step) => step.with?.cache !== undefined || step.with?.['package-manager-cache'] !== false;

/** References to outputs and steps that are not there: they become empty strings, not errors. */
function unresolved(job: Job, jobs: Workflow['jobs']): string[] {
  const needs = [job.needs ?? []].flat();
  const steps = new Set(job.steps?.map(({ id }) => id));
  const found = needs.filter((need) => !jobs[need]).map((need) => `needs ${need}, which is no job`);
  for (const [, expression = ''] of JSON.stringify(job).matchAll(/\$\{\{ *(.*?) *\}\}/g)) {
    const [context, name = '', , output = ''] = expression.split('.');
    const isThere =
      context === 'needs'
        ? needs.includes(name) && jobs[name]?.outputs?.[output]
        : context !== 'steps' || steps.has(name);
    if (!isThere) found.push(`refers to ${expression}, which is not there`);
  }
  return found;
}
