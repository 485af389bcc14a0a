/**
 * Draws ten operations and prints what the docs claim about each of their elements, with its evidence, so that a person can compare the claims
 * with the source document: `npm run check -- reading`, or `npm run check -- reading > rows.md` for a file. `npm run check -- reading SEED` draws the same ones again.
 */
import { contractOf } from '../../core/src/contract/contract.ts';
import type { Evidence } from '../../core/src/contract/evidence.ts';
import { evidenceText } from '../../core/src/contract/evidence.ts';
import type { OpenApi } from '../../core/src/contract/openapi.ts';
import type { Operation } from '../../core/src/contract/operation.ts';
import { readOwnContract } from '../contract/read.ts';
import { english } from './language.ts';
import type { RenderedBody, RenderedField } from './reference/fields.ts';
import { referenceOf } from './reference/operation.ts';

const DRAWN = 10;

const seed = Number(process.argv[2] ?? Math.floor(Math.random() * 1e6));
if (!Number.isInteger(seed))
  throw new Error(`The seed ${process.argv[2]} is not an integer: repeat the one that a reading printed.`);
const contract = readOwnContract().written as OpenApi;
console.log(`seed ${seed}\n\n| Element | Claim | Evidence |\n|---|---|---|`);
for (const operation of draw(contractOf(contract).operations)) {
  const id = operation.operationId;
  const { description, evidence, parameters, body, responses } = referenceOf(contract, operation, english);
  row(id, `${operation.method} ${operation.path}: ${description}`, evidence);
  for (const parameter of parameters) field(`${id} parameters`, parameter);
  if (body) bodyRows(`${id} body`, body);
  for (const response of responses) {
    row(`${id} ${response.status}`, response.description, response.evidence);
    if (response.body && response.status.startsWith('2')) bodyRows(`${id} ${response.status}`, response.body);
  }
}

/** Returns ten places in the order of the contract. The same seed draws the same ones. */
function draw(operations: readonly Operation[]): Operation[] {
  let state = seed;
  const drawn = new Set<Operation>();
  while (drawn.size < Math.min(DRAWN, operations.length)) {
    // A linear congruential generator, with the constants of Numerical Recipes.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const operation = operations[Math.floor((state / 2 ** 32) * operations.length)];
    if (operation) drawn.add(operation);
  }
  return operations.filter((operation) => drawn.has(operation));
}

function bodyRows(path: string, { evidence, fields, forms }: RenderedBody): void {
  if (evidence.length > 0) row(path, 'the body', evidence);
  for (const one of fields) field(path, one);
  for (const [index, form] of forms.entries()) {
    const name = `${path}/${form.chosenBy?.value ?? `form ${index + 1}`}`;
    row(name, form.description, form.evidence);
    bodyRows(name, { ...form, evidence: [] });
  }
}

function field(
  path: string,
  { name, type, required, description, values, evidence, value, inner }: RenderedField,
): void {
  const weaker = (evidence: Evidence | undefined) => (evidence ? ` (${evidenceText(evidence)})` : '');
  const listed = values.map((one) => `${one.value}${weaker(one.evidence)}`);
  const known = listed.length > 0 ? ` Values: ${listed.join(', ')}.` : '';
  const needed = required ? ` Required (${evidenceText(required)}).` : '';
  const computed = value ? ` Value (${evidenceText(value)}).` : '';
  row(`${path}/${name}`, `${type}. ${description}${known}${needed}${computed}`, evidence);
  if (inner) bodyRows(`${path}/${name}`, { ...inner, evidence: [] });
}

function row(element: string, claim: string, evidence: readonly Evidence[]): void {
  const text = claim.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();
  console.log(`| ${element} | ${text} | ${evidence.map(evidenceText).join(', ')} |`);
}
