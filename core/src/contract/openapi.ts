/**
 * The contract's document, as far as code reads it. Everything else passes through untouched. `npm run lint` checks that the document has this form.
 */
import type { JsonObject } from '../util/index.js';
import type { Level } from './evidence.js';

/** One evidence, such as `documented 4.5`, or several. */
export type EvidenceText = string | readonly string[];

export interface OpenApi extends JsonObject {
  info: Described & { title: string; version: string; summary?: string };
  servers: Server[];
  tags: { name: string; description?: string; 'x-displayName'?: string }[];
  paths: Record<string, JsonObject>;
  webhooks: Record<string, JsonObject>;
  components: {
    schemas: Record<string, Schema>;
    examples: Record<string, Example>;
    responses: Record<string, BodyObject>;
    parameters: Record<string, ParameterObject>;
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

export interface RegisterEntry extends JsonObject {
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
  settle: {
    /** What you need to settle the entry against a server, as `read` or `charge`. */
    route: string;
    /** Who decides: a `schema`, a `flow` or rule that compares several values, or a `person`. */
    by: string;
    /** Why only a person can decide. */
    why?: string;
    /** Field names, or `required`. Violations elsewhere in the same place do not refute the entry. */
    about?: string[];
    /** The entry states that the gateway accepts fields. Each sent field has to come back unchanged. */
    echoes?: true;
    /** The parts that the schemas do not show. A run must confirm each one. */
    parts?: string[];
  };
}

interface TestCard {
  card_number: string;
  brand: string;
  outcome: string;
  note: string;
}

export interface Server extends Described {
  url: string;
  variables?: Record<string, { default: string }>;
}

interface Described extends JsonObject {
  description?: string;
  'x-evidence'?: EvidenceText;
}

export interface Reference extends JsonObject {
  $ref: string;
}

export interface Transition {
  from: string;
  to: string[];
  evidence: EvidenceText;
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

export interface ParameterObject extends Described {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema?: Schema;
  example?: unknown;
}

export interface Example extends JsonObject {
  summary?: string;
  value: unknown;
}

/** A request body or a response. */
export interface BodyObject extends Described {
  required?: boolean;
  content?: Record<string, MediaType>;
}

export interface MediaType {
  schema: Schema;
  examples?: Record<string, Example | Reference>;
}

/** The action of an operation on a resource. */
export interface Resource {
  type: string;
  parent?: string;
  action: string;
  /** The statuses that allow it. */
  states?: string[];
  /** Those that follow. */
  into?: string[];
  reach?: string;
  /** What a request charges: `amount`, `price`, `beyond_authorization` or `nothing`. */
  charges?: string;
  evidence: EvidenceText;
}

export interface OperationObject extends Described {
  operationId?: string;
  summary: string;
  tags: [string];
  parameters?: (ParameterObject | Reference)[];
  requestBody?: BodyObject;
  responses: Record<string, BodyObject | Reference>;
  security?: Record<string, string[]>[];
  'x-evidence-of'?: Record<string, EvidenceText>;
  'x-resource'?: Resource;
}
