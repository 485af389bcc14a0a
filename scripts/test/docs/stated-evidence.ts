/** A second, short reading of the rule by which an element of the contract gets its evidence. The docs read `evidence-at-place.ts`. */
import { resolve } from '../../../core/src/contract/document.ts';
import { type Evidence, evidenceList, isWeaker, weaker } from '../../../core/src/contract/evidence.ts';
import type { EvidenceText, Schema } from '../../../core/src/contract/openapi.ts';
import type { Operation } from '../../../core/src/contract/operation.ts';
import { readContract } from './contract.ts';

/** The evidence of the elements of an operation by their paths: `body/amount`, `200/data/id`, `400`. */
export type Elements = Map<string, string>;

interface Around {
  evidence: Evidence;
  limit: Evidence | undefined;
}

interface Placed extends Around {
  schema: Schema;
}

const contract = readContract();
const target = (schema: Schema) => resolve<Schema>(contract, schema);
const statedBy = (schema: Schema): Evidence | undefined => evidenceList(schema['x-evidence'])[0];

/** Returns the evidence of each element of an operation, from what the contract states. */
export function statedElements({ operationId, definition, uses, parameters, request, responses }: Operation): Elements {
  const found: Elements = new Map();
  const [evidence] = evidenceList(definition['x-evidence']);
  if (!evidence) throw new Error(`${operationId} has no evidence`);
  const put = (path: string, { level, reference }: Evidence) => found.set(path, `${level} ${reference}`);
  /** A part of the operation has the evidence of its use, or the weaker of its own and that of the operation. */
  const part = (name: string, own: EvidenceText | undefined) =>
    weaker(evidenceList(uses[name])[0] ?? evidenceList(own)[0] ?? evidence, evidence);

  put('operation', evidence);
  for (const { name, definition } of parameters) put(`parameters/${name}`, part(name, definition['x-evidence']));
  if (request?.schema) body('body', request.schema, { evidence, limit: evidence });
  for (const [status, { written, definition, schema }] of responses) {
    const here = part(status, definition['x-evidence']);
    put(status, here);
    const isOwn = !('$ref' in written) && uses[status] === undefined;
    if (schema) body(status, schema, { evidence: here, limit: isOwn ? evidence : here });
  }
  return found;

  function body(path: string, written: Schema, outside: Around): void {
    const section = statedBy(target(written)) ?? outside.limit;
    const limit = section && atPlace(outside.limit ?? section, section);
    const placed = element(written, { ...outside, limit });
    put(`${path}:body`, placed.evidence);
    inner(path, placed, []);
  }

  /** Adds the fields of a schema, and of its forms. `uses` is what the place states for single fields. */
  function inner(path: string, placed: Placed, above: readonly Schema[], uses: Schema['x-evidence-of'] = {}): void {
    const { schema } = placed;
    if (above.includes(schema)) return;
    const seen = [...above, schema];
    if (schema.items) inner(path, element(schema.items, placed), seen);
    const forms = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].map((form) => element(form, placed));
    const parts = forms.map((form) => (form.schema.allOf ?? []).map(target));
    const shared = parts[0]?.filter((part) => parts.every((others) => others.includes(part))) ?? [];
    for (const [index, form] of forms.entries()) {
      const prefix = `${path}/form ${index}`;
      put(prefix, form.evidence);
      for (const [name, written, inside, part] of fieldsOf(form)) {
        const isShared = shared.includes(part);
        // The page says the value of the field that chooses the form in its heading.
        if (!isShared && name === 'payment_method') continue;
        field(isShared ? `${path}/${name}` : `${prefix}/${name}`, written, inside, seen);
      }
    }
    for (const [name, written, inside] of fieldsOf(placed)) field(`${path}/${name}`, written, inside, seen, uses[name]);
  }

  function field(path: string, written: Schema, around: Around, above: readonly Schema[], own?: EvidenceText): void {
    const placed = element(written, around, own);
    const [before] = evidenceList(found.get(path));
    // Several parts or forms may show the field. The last says most about it.
    if (before === undefined || !isWeaker(placed.evidence, before)) put(path, placed.evidence);
    inner(path, placed, above, written['x-evidence-of']);
  }
}

/** An element without evidence inherits it, and the target of a reference gets the weaker of two. */
function element(written: Schema, around: Around, own = written['x-evidence']): Placed {
  const place = atPlace(evidenceList(own)[0] ?? around.evidence, around.limit);
  if (!('$ref' in written)) return { evidence: place, limit: around.limit, schema: written };
  const schema = target(written);
  return { evidence: atPlace(statedBy(schema) ?? place, place), limit: place, schema };
}

/** Returns the weaker of two. A documented place names the section that lists the element. */
function atPlace(one: Evidence, place: Evidence | undefined): Evidence {
  return one.level === 'documented' && place?.level === 'documented' ? place : weaker(one, place);
}

type FieldOf = [name: string, written: Schema, inside: Around, part: Schema];

/** Returns the fields of a schema and its parts. */
function fieldsOf({ schema, ...around }: Placed, part = schema): FieldOf[] {
  const ofParts = (schema.allOf ?? []).flatMap((written) => {
    const below = target(written);
    if (below === written) return fieldsOf({ ...around, schema: below }, part);
    const inside = { evidence: weaker(around.evidence, statedBy(below)), limit: around.evidence };
    return fieldsOf({ ...inside, schema: below }, part === schema ? below : part);
  });
  const own = Object.entries(schema.properties ?? {}).map(([name, written]): FieldOf => [name, written, around, part]);
  return [...ofParts, ...own];
}
