import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { flowMistakes } from '../../scripts/lint/flows.ts';
import { readContract } from '../../src/contract/contract.js';

type Step = Record<string, unknown> & { parameters: unknown[] };
type Flows = { workflows: { workflowId: string; summary?: string; steps: Step[] }[] };

const contract = readContract();
const written: Flows = parse(readFileSync('verify.arazzo.yaml', 'utf8'));
const flows = (): Flows => structuredClone(written);

/** The mistakes when one flow is changed. */
function mistakes(workflowId: string, change: (steps: Step[]) => void): string[] {
  const changed = flows();
  change(changed.workflows.find((flow) => flow.workflowId === workflowId)?.steps ?? []);
  return flowMistakes(changed, contract);
}

test('the flows have no mistake', () => {
  expect(flowMistakes(flows(), contract)).toEqual([]);
});

test.each<[string, string, (step: Step) => void, RegExp]>([
  ['an unknown operation', 'plan', (step) => (step.operationId = 'createPlans'), /names no operation/],
  ['a wrong reach', 'pix', (step) => (step['x-reach'] = 'write'), /has x-reach write; use charge/],
  [
    'an entry that is none',
    'plan',
    (step) => (step['x-settles'] = ['plans-shape']),
    /has plans-shape in x-settles; the register has no/,
  ],
  ['no register entries', 'plan', (step) => (step['x-settles'] = []), /has no x-settles/],
  ['no parameters', 'list-plans', (step) => delete (step as Partial<Step>).parameters, /has no parameters/],
  ['no body', 'pix', (step) => delete step.requestBody, /has no body, .* may be a charge/],
  ['an unexpected body', 'list-plans', (step) => (step.requestBody = { payload: {} }), /has a body, which/],
  ['no token', 'plan', (step) => step.parameters.shift(), /has no token; add one/],
  [
    'a token and x-without-token',
    'plan',
    (step) => (step['x-without-token'] = true),
    /either a token or x-without-token/,
  ],
  ['no permit', 'plan', (step) => step.parameters.splice(1, 1), /could be sent by any runner/],
  ['a permit for less', 'card', (step) => permit(step, 'write'), /add a parameter with \$inputs.permit.money.run/],
])('a step with %s is a mistake', (_, workflowId, change, says) => {
  const found = mistakes(workflowId, ([step]) => step && change(step));
  expect(found).toContainEqual(expect.stringMatching(says));
});

test('reports a step without its path id, and a duplicate name', () => {
  expect(mistakes('plan', ([, step]) => step?.parameters.pop())).toEqual([
    'plan-retrieve does not set the path parameter id; add it.',
  ]);
  expect(mistakes('plan', (steps) => steps.push(structuredClone(steps[0] as Step)))).toEqual([
    'plan-create occurs twice; rename one step.',
  ]);
});

function permit(step: Step, reach: string): void {
  step.parameters[1] = { name: 'X-Verification-Run', in: 'header', value: `$inputs.permit.${reach}.run` };
}
