/** Checks verify.arazzo.yaml against the contract: a flow that reaches further than it says would be run without its permission. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readContract, readOperations } from '../../src/contract/contract.js';
import { isObject, type JsonObject, listAt, objectAt, stringAt } from '../../src/contract/json.js';
import { FLOWS_FILE, readFlows, type Step } from '../../src/verify/run/flows.js';

/** One sentence for each mistake. `flows` is the parsed file. */
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
    ...stepIds.filter((id, index) => stepIds.indexOf(id) !== index).map((id) => `${id} is there twice.`),
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
    ...(step['x-reach'] === reach
      ? []
      : [says(`says that its reach is ${String(step['x-reach'])}, and it is ${reach}.`)]),
    ...settles
      .filter((key) => !(key in register))
      .map((key) => says(`settles ${key}, which is no entry of the register.`)),
    ...(settles.length > 0 ? [] : [says('does not say what it settles (x-settles).')]),
    ...(Array.isArray(step.parameters)
      ? []
      : [says("has no parameters: a runner would fill in the contract's examples. Write [] when there are none.")]),
    ...[...path.matchAll(/\{(\w+)\}/g)]
      .filter(([, name]) => !given.includes(name))
      .map(([, name]) => says(`does not give ${name}, which is in the path.`)),
    ...(takesBody && !isObject(body)
      ? [says("has no body: a runner would send the contract's example, which may be a charge.")]
      : []),
    ...(!takesBody && body !== undefined ? [says('has a body, which the operation does not take.')] : []),
    ...(intent.withoutToken === hasToken
      ? [says('has a token and says that it has none, or the other way round.')]
      : []),
    ...(intent.withoutToken || hasToken ? [] : [says('has no token, and does not say so (x-without-token).')]),
    ...(reach === 'read' || JSON.stringify(parameters).includes(`$inputs.permit.${reach}.run`)
      ? []
      : [says(`could be sent by any runner: it needs a parameter with $inputs.permit.${reach}.run.`)]),
    ...(intent.part !== undefined && intent.expects === undefined ? [says('has x-part without x-expects.')] : []),
  ];
}

function nameOf(step: JsonObject): string {
  return stringAt(step, 'stepId') ?? 'a step without a stepId';
}

/* The file was run, and not imported. */
if (process.argv[1] === import.meta.filename) {
  const mistakes = flowMistakes(parse(readFileSync(FLOWS_FILE, 'utf8')), readContract());
  for (const mistake of mistakes) console.error(`verify.arazzo.yaml: ${mistake}`);
  process.exitCode = mistakes.length > 0 ? 1 : 0;
}
