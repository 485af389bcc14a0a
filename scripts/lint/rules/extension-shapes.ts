import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { elements, type Path } from '../../../core/src/contract/elements.ts';
import { type JsonObject, objectAt, stringAt } from '../../../core/src/util/json.ts';
import { keysOfPointer } from '../../../core/src/util/json-pointer.ts';
import { extensionSchemas as shapes } from '../../contract/extensions.ts';
import type { LintProblem } from '../rule.ts';

const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false }).addSchema(shapes, 'shapes');
/** Keywords that only repeat that another one is wrong. */
const REPEATING = ['if', 'propertyNames'];

/** Each `x-` key is at an element that can have it, and has the shape of scripts/contract/extensions.schema.yaml. */
export function* extensionShapes(contract: JsonObject): Iterable<LintProblem> {
  for (const { kind, node, path } of elements(contract)) {
    const names = Object.keys(objectAt(objectAt(shapes, kind), 'properties'));
    for (const name of Object.keys(node).filter((key) => key.startsWith('x-') && !names.includes(key))) {
      const usable = names.filter((key) => key.startsWith('x-')).join(', ') || 'no extension';
      yield { path: [...path, name], message: `Move or correct \`${name}\`: ${kind} can have ${usable}.` };
    }
    const validate = ajv.getSchema(`shapes#/${kind}`);
    if (validate?.(node) === false) yield* problemsOf(validate.errors ?? [], path);
  }
}

/** Returns one problem for each wrong place. */
function problemsOf(errors: readonly ErrorObject[], path: Path): Iterable<LintProblem> {
  const found = new Map<string, LintProblem>();
  const clear = errors.filter(({ keyword, parentSchema }) => {
    const explains = ['required', 'dependentRequired', 'additionalProperties', 'enum'].includes(keyword);
    return (explains || parentSchema?.description !== undefined) && !REPEATING.includes(keyword);
  });
  for (const error of clear.length > 0 ? clear : errors) {
    const { instancePath, propertyName } = error;
    const keys = [...path, ...keysOfPointer(instancePath), ...(propertyName === undefined ? [] : [propertyName])];
    const message = `${messageOf(error)}.`;
    if (!found.has(keys.join('/'))) found.set(keys.join('/'), { path: keys, message });
  }
  return found.values();
}

function messageOf({ keyword, params, parentSchema, message = '' }: ErrorObject): string {
  const description = stringAt(parentSchema, 'description');
  const fields = objectAt(parentSchema, 'properties');
  if (keyword === 'required' || keyword === 'dependentRequired')
    return `Add \`${params.missingProperty}\`${explained(stringAt(fields[params.missingProperty], 'description'))}`;
  if (keyword === 'additionalProperties')
    return `Remove \`${params.additionalProperty}\`, or use one of ${Object.keys(fields).join(', ')}${explained(description)}`;
  if (keyword === 'enum') return `Write one of ${params.allowedValues.join(', ')}${explained(description)}`;
  return description ?? message;
}

/** Returns a description as the second half of a sentence. */
const explained = (text: string | undefined): string =>
  text === undefined ? '' : `: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
