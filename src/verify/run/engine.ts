import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { createConfig } from '@redocly/openapi-core';
import { isObject, type JsonObject, listAt, objectAt, stringAt } from '../../contract/json.js';
import { loadPeer } from '../../contract/peers.js';

/** The engine that chains the requests of flows. The run handles verdicts, secrets and reports. */
export interface Engine extends Disposable {
  /** The flows, parsed. */
  readonly flows: unknown;
  /** Runs flows one after the other. A flow ends early at a request that could not be sent. */
  run(run: EngineRun): Promise<void>;
}

export interface EngineRun {
  readonly workflowIds: readonly string[];
  readonly baseUrl: string;
  readonly inputs: object;
  readonly timeoutMs: number;
  /** `step` is the current step, as `workflowId.stepId`. */
  readonly fetch: (step: string, url: string, init: RequestInit) => Promise<Response>;
}

/** The engine names the current step in this header. The run removes it before sending. */
const STEP = 'x-step-of-the-run';
/** Checks that must not end a flow, because its clean-up steps would not run. The judge decides if a check failed. */
const NEVER_STOP = [
  'STATUS_CODE_CHECK',
  'SCHEMA_CHECK',
  'SUCCESS_CRITERIA_CHECK',
  'CONTENT_TYPE_CHECK',
  'UNEXPECTED_ERROR',
];
const nothing = () => {};
/** The engine's default configuration. It takes long to create and holds no data of a run, so all runs share it. */
let config: ReturnType<typeof createConfig> | undefined;
/** Silences the engine: its messages are colored and quote bodies. */
const SILENT = {
  output: nothing,
  warn: nothing,
  error: nothing,
  info: nothing,
  printNewLine: nothing,
  printSeparator: nothing,
  indent: (text: string) => text,
};

/**
 * Loads the engine from two optional peers. If one is missing, throws one line that names the package to install. The engine gets only
 * the paths of the contract: otherwise it would read the whole contract for each flow and check responses against it.
 */
export async function loadEngine(flowsFile: string, document: JsonObject): Promise<Engine> {
  const [{ run }, core] = await loadPeers();
  config ??= core.createConfig({});
  const made = await config;
  const flows = core.parseYaml(readFileSync(flowsFile, 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'payment-gateway-verify-'));
  return {
    flows,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
    async run({ workflowIds, baseUrl, inputs, timeoutMs, fetch }) {
      const chosen = chosenOf(flows, workflowIds);
      const file = join(folder, 'flows.json');
      writeFileSync(file, JSON.stringify(filled(chosen, inputs)));
      writeFileSync(join(folder, 'addresses.json'), JSON.stringify(addressesOf(document, JSON.stringify(chosen))));
      await run({
        files: [file],
        workflow: [...workflowIds],
        config: made,
        server: `gateway=${baseUrl}`,
        severity: NEVER_STOP.map((check) => `${check}=warn`).join(','),
        maxSteps: 1_000,
        maxFetchTimeout: timeoutMs,
        requestFileLoader: { getFileBody: () => Promise.reject(new Error('flows send no files')) },
        logger: SILENT,
        // `npm run lint` checks the flows. Masking would also hide `123` inside other values.
        skipLint: true,
        noSecretsMasking: true,
        fetch: (input, init) => {
          const headers = new Headers(init?.headers);
          const step = headers.get(STEP) ?? '';
          headers.delete(STEP);
          return fetch(step, String(input), { ...init, headers });
        },
      });
    },
  };
}

/** Returns the chosen flows, with a header in each step that names the step. */
function chosenOf(flows: unknown, workflowIds: readonly string[]): JsonObject {
  const workflows = listAt(flows, 'workflows')
    .filter(isObject)
    .filter((workflow) => workflowIds.includes(stringAt(workflow, 'workflowId') ?? ''))
    // With `inputs`, the engine compiles their schema twice per flow, which takes half the time of a run.
    .map(({ inputs: _, ...workflow }) => ({
      ...workflow,
      steps: listAt(workflow, 'steps')
        .filter(isObject)
        .map((step) => ({
          ...step,
          parameters: [
            ...listAt(step, 'parameters'),
            { name: STEP, in: 'header', value: `${String(workflow.workflowId)}.${String(step.stepId)}` },
          ],
        })),
    }));
  const [source] = listAt(flows, 'sourceDescriptions');
  const { inputs: _, ...components } = objectAt(flows, 'components');
  const addresses = { ...objectAt({ source }, 'source'), url: './addresses.json' };
  return { ...objectAt({ flows }, 'flows'), sourceDescriptions: [addresses], workflows, components };
}

/** Replaces input expressions with their values. An expression without a value stays, and the guard refuses the request. */
function filled(node: unknown, inputs: object): unknown {
  if (Array.isArray(node)) return node.map((item) => filled(item, inputs));
  if (isObject(node)) {
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, filled(value, inputs)]));
  }
  if (typeof node !== 'string') return node;
  return node.replaceAll(/\{?\$inputs\.([\w.]+)\}?/g, (expression, path: string) => {
    const value = path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), inputs);
    return typeof value === 'string' ? value : expression;
  });
}

/** Returns methods, paths and names of the operations in a flow, without schemas that the engine could generate examples from. */
function addressesOf(document: JsonObject, flow: string): JsonObject {
  const paths = Object.entries(objectAt(document, 'paths')).map(([path, item]) => {
    const operations = Object.entries(isObject(item) ? item : {})
      .map(([method, operation]) => [method, stringAt(operation, 'operationId')] as const)
      .filter(([, operationId]) => flow.includes(`"${operationId}"`))
      .map(([method, operationId]) => [method, { operationId, responses: { '200': { description: 'Any' } } }]);
    return [path, Object.fromEntries(operations)];
  });
  const info = { title: 'Addresses', version: '1' };
  return { openapi: '3.1.0', info, servers: [{ url: 'http://127.0.0.1:9' }], paths: Object.fromEntries(paths) };
}

async function loadPeers() {
  const load = () => Promise.all([import('@redocly/respect-core'), import('@redocly/openapi-core')]);
  return loadPeer(load, 'a run needs', ['@redocly/respect-core', '@redocly/openapi-core']);
}
