/** Checks verify.arazzo.yaml against the contract. A flow with a wrong `x-reach` would run without permission. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readContract, readOperations } from '../../src/contract/contract.js';
import { isObject, type JsonObject, listAt, objectAt, stringAt } from '../../src/contract/json.js';
import { FLOWS_FILE, readFlows, type Step } from '../../src/verify/run/flows.js';

/** Returns one sentence for each mistake. `flows` is the parsed file. */
export function flowMistakes(flows: unknown, contract: JsonObject): string[] {
  const operations = readOperations(contract);
  const known = new Set(operations.map(({ operationId }) => operationId));
  const register = objectAt(contract, 'x-evidence-register');
  const workflows = listAt(flows, 'workflows').filter(isObject);
  const written = workflows.flatMap((workflow) => listAt(workflow, 'steps').filter(isObject));
  const unknown = written.filter((step) => !known.has(stringAt(step, 'operationId') ?? ''));
  if (unknown.length > 0) return unknown.map((step) => `${nameOf(step)} names no operation of the contract.`);
  const read = readFlows(flows, operations).flatMap(({ steps }) => steps);
  const stepIds = written.map(nameOf);
  return [
    ...workflows.flatMap((workflow) => {
      const id = stringAt(workflow, 'workflowId') ?? 'a flow';
      return stringAt(workflow, 'summary') === undefined
        ? [`${id} has no summary, which the plan of a run shows.`]
        : [];
    }),
    ...stepIds.filter((id, index) => stepIds.indexOf(id) !== index).map((id) => `${id} occurs twice; rename one step.`),
    ...written.flatMap((step, index) => mistakesOf(step, read[index], register)),
  ];
}

function mistakesOf(step: JsonObject, read: Step | undefined, register: JsonObject): string[] {
  if (!read) return [`${nameOf(step)} could not be read.`];
  const { reach, settles, operation, body, intent } = read;
  const says = (message: string) => `${nameOf(step)} ${message}`;
  const { path } = operation;
  const parameters = listAt(step, 'parameters').filter(isObject);
  const hasToken = parameters.some(({ reference }) => reference === '$components.parameters.token');
  const given = parameters.map(({ name }) => name);
  const takesBody = operation.definition.requestBody !== undefined;
  return [
    ...(step['x-reach'] === reach ? [] : [says(`has x-reach ${String(step['x-reach'])}; use ${reach}.`)]),
    ...settles
      .filter((key) => !(key in register))
      .map((key) => says(`has ${key} in x-settles; the register has no such entry.`)),
    ...(settles.length > 0 ? [] : [says('has no x-settles; list the entries that it can confirm or refute.')]),
    ...(Array.isArray(step.parameters)
      ? []
      : [says("has no parameters, so a runner would use the contract's examples; write [] for an empty list.")]),
    ...[...path.matchAll(/\{(\w+)\}/g)]
      .filter(([, name]) => !given.includes(name))
      .map(([, name]) => says(`does not set the path parameter ${name}; add it.`)),
    ...(takesBody && !isObject(body)
      ? [says("has no body, so a runner would send the contract's example, which may be a charge; add a body.")]
      : []),
    ...(!takesBody && body !== undefined ? [says('has a body, which the operation does not accept; remove it.')] : []),
    ...(intent.withoutToken === hasToken ? [says('must have either a token or x-without-token, not both.')] : []),
    ...(intent.withoutToken || hasToken ? [] : [says('has no token; add one, or x-without-token.')]),
    ...(reach === 'read' || JSON.stringify(parameters).includes(`$inputs.permit.${reach}.run`)
      ? []
      : [says(`could be sent by any runner; add a parameter with $inputs.permit.${reach}.run.`)]),
    ...(intent.part !== undefined && intent.expects === undefined ? [says('has x-part without x-expects.')] : []),
  ];
}

function nameOf(step: JsonObject): string {
  return stringAt(step, 'stepId') ?? 'a step without a stepId';
}

/* Runs only as a program, not when imported. */
if (process.argv[1] === import.meta.filename) {
  const mistakes = flowMistakes(parse(readFileSync(FLOWS_FILE, 'utf8')), readContract());
  for (const mistake of mistakes) console.error(`verify.arazzo.yaml: ${mistake}`);
  process.exitCode = mistakes.length > 0 ? 1 : 0;
}
