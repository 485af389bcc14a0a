import { contractOf } from '../../../core/src/contract/contract.ts';
import type { Path } from '../../../core/src/contract/elements.ts';
import type { Operation } from '../../../core/src/contract/operation.ts';
import { isObject, type JsonObject, listAt, objectAt } from '../../../core/src/util/json.ts';
import { resourceValues } from '../../contract/extensions.ts';
import type { LintProblem } from '../rule.ts';

/** The verbs of each action of `x-resource`. An action without an entry, such as `act`, has any verb: refund, capture. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  create: ['create', 'add'],
  retrieve: ['retrieve'],
  find: ['find'],
  list: ['list'],
  change: ['update', 'configure'],
  delete: ['delete'],
};
const VERB_NOUN = /^([a-z]+)(?:[A-Z][a-z0-9]+)+$/;

export function* operationIdVerbNoun(contract: JsonObject): Iterable<LintProblem> {
  const { operations, webhooks } = contractOf(contract);
  const placeOf = ({ place, definition }: Operation) =>
    definition.operationId === undefined ? place : [...place, 'operationId'];
  // Tools need an id for events too. The verb `receive` separates them from operations that clients call.
  for (const event of webhooks) {
    const name = event.path.replaceAll(/(?:^|[._])([a-z])/g, (_, letter) => letter.toUpperCase());
    if (event.definition.operationId !== `receive${name}`) {
      yield {
        path: placeOf(event),
        message: `Use the id \`receive${name}\` for the event: \`receive\` and the event name.`,
      };
    }
    if (event.request && event.request.schema?.$ref !== `#/components/schemas/${name}Event`) {
      yield {
        path: [...event.place, 'requestBody'],
        message: `Name the schema of the body \`${name}Event\`, after the event, and refer to it here.`,
      };
    }
  }
  for (const operation of operations) {
    const [, verb] = VERB_NOUN.exec(String(operation.definition.operationId ?? '')) ?? [];
    const verbs = VERBS[String(operation.resource.action)];
    if (verb === undefined || verbs?.includes(verb) === false) {
      yield {
        path: placeOf(operation),
        message: `Use a verb${verbs === undefined ? '' : ` (${verbs.join(', ')})`} and a noun in camelCase as the operation id, for example \`refundTransaction\`.`,
      };
    }
  }
}

/** Every operation declares its resource and its action, because the sandbox reads them. */
export function* resourceDeclared(contract: JsonObject): Iterable<LintProblem> {
  const { operations, schemas } = contractOf(contract);
  for (const { operationId, definition, place, path, isSafe } of operations) {
    const resource = definition['x-resource'];
    const at = [...place, 'x-resource'];
    if (!isObject(resource)) {
      yield {
        path: place,
        message: `Declare what the operation does: add to \`x-resources\` in evidence.yaml \`${operationId}: { type: <schema>, action: ${resourceValues('action').join('|')}, evidence: … }\`.`,
      };
      continue;
    }
    for (const field of ['type', 'parent'].filter((field) => field === 'type' || resource[field] !== undefined)) {
      if (!(String(resource[field]) in schemas)) {
        yield { path: at, message: `\`${field}\` must be the name of a schema of the contract.` };
      }
    }
    const ids = path.match(/\{/g)?.length ?? 0;
    // A parent and a member each have an id in the path; other lookups name their key.
    const isMember = ['retrieve', 'change', 'act', 'delete'].includes(String(resource.action));
    const wanted = Number(resource.parent !== undefined && resource.by === undefined) + Number(isMember);
    if (ids !== wanted && !(isMember && ids === 0 && resource.action === 'change')) {
      yield {
        path: at,
        message: `Change \`action\` or \`parent\` to match the path: they need ${wanted} ids, but the path has ${ids}.`,
      };
    }
    yield* stateProblems(contract, resource, at);
    yield* reachProblems(resource, isSafe, at);
  }
}

/** Checks that an operation which changes something states what its requests can do, because `verify` asks for a permission by it. */
function* reachProblems(resource: JsonObject, safe: boolean, path: Path): Iterable<LintProblem> {
  const isStated = resource.reach !== undefined;
  if (safe && (isStated || resource.reach_when !== undefined))
    yield { path, message: 'Remove `reach`: a request of this operation only reads.' };
  if (!safe && !isStated)
    yield { path, message: `Say what a request can do: add \`reach: ${resourceValues('reach').join('|')}\`.` };
}

/**
 * Checks the states that an operation asks for and leads to. The states of a record are the values of its `status`.
 */
function* stateProblems(contract: JsonObject, resource: JsonObject, at: Path): Iterable<LintProblem> {
  const { schemas, shapeOf } = contractOf(contract);
  const field = shapeOf(objectAt(schemas, String(resource.type))).fields.get('status');
  const states = field && shapeOf(field).marks;
  const known = listAt(states, 'x-extensible-enum');
  const asked = listAt(resource, 'states');
  const reached = listAt(resource, 'into');
  for (const state of [...asked, ...reached].filter((state) => !known.includes(state))) {
    yield {
      path: at,
      message: `\`${state}\` is not a status of ${resource.type}: add it to the vocabulary, or correct it.`,
    };
  }
  if (resource.action === 'act' && states !== undefined && (asked.length === 0 || reached.length === 0)) {
    yield {
      path: at,
      message: `Add \`states\`, which allow the operation, and \`into\`, which the operation can cause.`,
    };
  }
  const keeps = resource.action === 'change' && asked.length === 0 && reached.length > 0;
  for (const state of keeps ? known.filter((one) => !reached.includes(one)) : []) {
    yield { path: at, message: `Add \`${state}\` to \`into\`: a change that any status allows can keep it.` };
  }
  const rows = listAt(states, 'x-transitions').filter(isObject);
  for (const state of asked.length > 0 ? reached : []) {
    const isReachable = asked.some(
      (from) => from === state || rows.some((row) => row.from === from && listAt(row, 'to').includes(state)),
    );
    if (!isReachable) {
      yield { path: at, message: `\`x-transitions\` leads from none of these \`states\` to \`${state}\`.` };
    }
  }
}

export function* errorResponsesShared(contract: JsonObject): Iterable<LintProblem> {
  const { operations, webhooks } = contractOf(contract);
  for (const { place, responses } of [...operations, ...webhooks]) {
    for (const [status, { written }] of responses) {
      if (!/^[123]/.test(status) && !String(written.$ref).startsWith('#/components/responses/')) {
        yield {
          path: [...place, 'responses', status],
          message: `Use a shared response, \`$ref: '#/components/responses/…'\`, so that all errors have the same form.`,
        };
      }
    }
  }
}

export function* safeOnlyOnPost(contract: JsonObject): Iterable<LintProblem> {
  const { operations, webhooks } = contractOf(contract);
  for (const { definition, method, place } of [...operations, ...webhooks]) {
    if (definition['x-safe'] === true && method !== 'POST') {
      yield {
        path: [...place, 'x-safe'],
        message: `Use \`x-safe: true\` only for a POST that changes nothing: other methods already say so.`,
      };
    }
  }
}
