/** The parts of the contract that the docs read or change; everything else passes through untouched. */
export interface Contract {
  info: { title: string; version: string; summary?: string; description?: string };
  servers: Server[];
  tags: { name: string; description?: string }[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    parameters: Record<string, Parameter>;
    examples: Record<string, Example>;
    securitySchemes: Record<string, Described>;
  };
  'x-evidence'?: EvidenceText;
  'x-source-document': { title: string; sections: Record<string, string> };
  'x-evidence-sources': Record<string, { title: string; where: string }>;
  'x-evidence-register': Record<string, RegisterEntry>;
  'x-test-values': { evidence: string; cards: TestCard[] };
}

export type Level = 'documented' | 'observed' | 'assumed';
export type EvidenceText = string | string[];

export interface RegisterEntry {
  level: Level;
  statement: string;
  source: string[];
  settled_by: string;
}

export interface TestCard {
  card_number: string;
  brand: string;
  outcome: string;
  note: string;
}

export interface Server {
  url: string;
  description?: string;
  variables?: Record<string, { default: string }>;
}

export interface Described {
  description?: string;
  'x-evidence'?: EvidenceText;
  'x-badges'?: Badge[];
}

export interface Badge {
  name: string;
  color: string;
}

export interface Reference {
  $ref: string;
}

export interface Transition {
  from: string;
  to: string[];
  evidence: string;
}

export interface Schema extends Described {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  'x-extensible-enum'?: string[];
  'x-enum-evidence'?: Record<string, string>;
  'x-transitions'?: Transition[];
}

export interface Parameter extends Described {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema?: Schema;
  example?: unknown;
}

export interface Example {
  summary?: string;
  value: unknown;
}

export interface MediaType {
  schema?: Schema;
  examples?: Record<string, Example | Reference>;
}

export interface Response extends Described {
  content?: Record<string, MediaType>;
}

export interface Operation extends Described {
  operationId?: string;
  summary: string;
  tags: [string];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response | Reference>;
  security?: Record<string, string[]>[];
  'x-evidence'?: EvidenceText;
  'x-evidence-of'?: Record<string, EvidenceText>;
  'x-codeSamples'?: { lang: string; label: string; source: string }[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type PathItem = Partial<Record<(typeof methods)[number], Operation>>;

/** One operation or webhook with where it stands in the contract. */
export interface Place {
  kind: 'operation' | 'webhook';
  method: string;
  /** The path of an operation, the event name of a webhook. */
  path: string;
  operation: Operation;
}

/** All operations in the order of the contract. */
export function operationsOf(contract: Contract): Place[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ kind: 'operation' as const, method: method.toUpperCase(), path, operation }] : [];
    }),
  );
}

export function webhooksOf(contract: Contract): Place[] {
  return Object.entries(contract.webhooks).map(([path, { post }]) => ({
    kind: 'webhook' as const,
    method: 'POST',
    path,
    operation: post,
  }));
}

/** What a reference inside the contract points to, or the object itself when it is none. */
export function resolve<T extends object>(contract: Contract, object: T | Reference): T {
  if (!('$ref' in object) || typeof object.$ref !== 'string') return object as T;
  const keys = object.$ref.replace('#/', '').split('/');
  const target = keys.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], contract);
  if (target === undefined) throw new Error(`${object.$ref} points nowhere: mend it in openapi.yaml`);
  return resolve(contract, target as T | Reference);
}

/** The name of a component behind a reference such as `#/components/schemas/Card`. */
export function componentName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** The anchor of an operation or webhook on the page, as Redoc makes it. */
export function anchorOf({ kind, path, operation }: Place): string {
  const group = slug(operation.tags[0]);
  const name = kind === 'webhook' || !operation.operationId ? `paths/${path}/post` : operation.operationId;
  return `#/${group}/${name.toLowerCase()}`;
}

/** A heading or tag as Redoc writes it into an address. */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** The named examples of a body, references followed. */
export function examplesOf(
  contract: Contract,
  content: Record<string, MediaType> | undefined,
): Record<string, Example> {
  const examples = content?.['application/json']?.examples ?? {};
  return Object.fromEntries(Object.entries(examples).map(([name, example]) => [name, resolve(contract, example)]));
}
