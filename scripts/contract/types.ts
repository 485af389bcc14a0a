import type { Evidence, Level } from '../../src/contract/evidence.ts';
import type { Operation as Model } from '../../src/contract/operation.ts';

export type { Evidence };

/** The parts of the contract that the docs read or change; everything else passes through untouched. */
export interface Contract {
  info: { title: string; version: string; summary?: string; description?: string; 'x-evidence'?: EvidenceText };
  servers: Server[];
  tags: { name: string; description?: string; 'x-displayName'?: string }[];
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
  'x-evidence-of'?: Record<string, EvidenceText>;
  'x-source-document': { title: string; sections: Record<string, string> };
  'x-evidence-sources': Record<string, { title: string; where: string }>;
  'x-evidence-register': Record<string, RegisterEntry>;
  'x-test-values': {
    evidence: EvidenceText;
    cards: TestCard[];
    security_codes?: { begins_with: string; outcome: string; note: string }[];
  };
}

export type EvidenceText = string | string[];

export interface RegisterEntry {
  level: Level;
  statement: string;
  /** The behavior that the variants replace, in one sentence. */
  summary?: string;
  /** Whether a rule of the sandbox behaves by the entry. */
  sandbox?: boolean;
  /** What a wrong claim changes for a shop: `money`, `status`, `events` or `shape`. */
  decides?: string;
  /** The numbers of the claim, by the names that its sentences use. */
  parameters?: Record<string, number | number[]>;
  source: string[];
  settled_by: string;
  variants?: Record<string, { statement: string }>;
  settle: { route: string; by: string; about?: string[]; why?: string };
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
  'x-evidence'?: EvidenceText;
  variables?: Record<string, { default: string }>;
}

export interface Described {
  description?: string;
  'x-evidence'?: EvidenceText;
}

export interface Reference {
  $ref: string;
}

export interface Transition {
  from: string;
  to: string[];
  evidence: string;
  /** The variants without which the gateway never makes this transition, such as `pix-flow=paid-after-cancel`. */
  variants?: string[];
}

export interface Schema extends Described {
  $ref?: string;
  required?: string[];
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
  'x-unit'?: string;
  'x-evidence-of'?: Record<string, EvidenceText>;
  'x-extensible-enum'?: string[];
  'x-enum-evidence'?: Record<string, string>;
  'x-enumDescriptions'?: Record<string, string>;
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
  'x-resource'?: {
    type: string;
    parent?: string;
    action: string;
    states?: string[];
    into?: string[];
    reach?: string;
    evidence: EvidenceText;
  };
}

export type PathItem = Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Operation>>;

/** One operation or webhook with its method and path. */
export interface Place {
  kind: 'operation' | 'webhook';
  method: string;
  /** The path of an operation, the event name of a webhook. */
  path: string;
  operation: Operation;
  /** The same as the package reads it. */
  model: Model;
}

/** Code that calls one operation with one of its named examples. */
export interface CodeSample {
  operationId: string;
  /** Name of the request example; empty for an operation without a body. */
  example: string;
  /** By the name of the language. */
  code: Record<string, string>;
}

/** A picture, the source it is drawn from, and the same in words. */
export interface Diagram {
  /** Its id on the page. */
  name: string;
  title: string;
  /** What to know before looking at it. */
  caption: string;
  /** One line for each arrow. */
  text: string[];
  /** Graphviz source. */
  dot: string;
}

/** One arrow between two of the participants, by their positions. */
export interface Step {
  from: number;
  to: number;
  /** Line breaks keep the drawing narrow. */
  label: string;
  evidence: string;
}
