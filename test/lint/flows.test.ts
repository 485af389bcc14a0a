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
  ['an operation that is none', 'plan', (step) => (step.operationId = 'createPlans'), /names no operation/],
  ['a reach that is understated', 'pix', (step) => (step['x-reach'] = 'write'), /its reach is write, and it is charge/],
  [
    'an entry that is none',
    'plan',
    (step) => (step['x-settles'] = ['plans-shape']),
    /settles plans-shape, which is no/,
  ],
  ['nothing that it settles', 'plan', (step) => (step['x-settles'] = []), /does not say what it settles/],
  ['no parameters', 'list-plans', (step) => delete (step as Partial<Step>).parameters, /has no parameters/],
  ['no body', 'pix', (step) => delete step.requestBody, /has no body: .* may be a charge/],
  ['a body too many', 'list-plans', (step) => (step.requestBody = { payload: {} }), /has a body, which/],
  ['no token', 'plan', (step) => step.parameters.shift(), /has no token, and does not say so/],
  ['a token, and says it has none', 'plan', (step) => (step['x-without-token'] = true), /or the other way round/],
  ['no permit', 'plan', (step) => step.parameters.splice(1, 1), /could be sent by any runner/],
  ['a permit for less', 'card', (step) => permit(step, 'write'), /needs a parameter with \$inputs.permit.money.run/],
])('a step with %s is a mistake', (_, workflowId, change, says) => {
  const found = mistakes(workflowId, ([step]) => step && change(step));
  expect(found).toContainEqual(expect.stringMatching(says));
});

test('a step without the id of its path is a mistake, and a name that is there twice', () => {
  expect(mistakes('plan', ([, step]) => step?.parameters.pop())).toEqual([
    'plan-retrieve does not give id, which is in the path.',
  ]);
  expect(mistakes('plan', (steps) => steps.push(structuredClone(steps[0] as Step)))).toEqual([
    'plan-create is there twice.',
  ]);
});

function permit(step: Step, reach: string): void {
  step.parameters[1] = { name: 'X-Verification-Run', in: 'header', value: `$inputs.permit.${reach}.run` };
}
