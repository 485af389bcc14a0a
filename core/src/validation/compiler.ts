import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonObject } from '../util/index.js';
import { replaceKeywords, violationsOf } from './keywords.js';
import type { Violation } from './violations.js';

/** The checked formats. Other formats of the contract are for readers only. */
export const formats = {
  date: (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
  'date-time': (text: string) =>
    /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}/.test(text) && !Number.isNaN(Date.parse(text)),
  email: (text: string) => /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text: string) => URL.canParse(text),
} as const;

interface CompilerOptions {
  /** The component schemas, which schemas name as `contract:openapi#/components/schemas/…`. */
  schemas?: JsonObject;
  /** `first` stops at the first violation, `all` returns all, and `named` those that a person reads: see `replaceKeywords`. */
  report: 'first' | 'all' | 'named';
  /** Reads texts as the types of the schema, and writes them into the value. Only for copies of paths, queries and headers. */
  readTexts?: boolean;
}

/** Returns the violations of a value; an empty list if it matches the schema. */
export type Compiled = (value: unknown) => readonly Violation[];

/** The id under which schemas name the document of the contract. */
export const CONTRACT_ID = 'contract:openapi';

/** Returns a function that compiles a schema. Each compiler keeps its compiled schemas, so create few. */
export function createCompiler({
  schemas,
  report,
  readTexts = false,
}: CompilerOptions): (schema: JsonObject) => Compiled {
  const ajv = new Ajv2020({
    allErrors: report !== 'first',
    // The sentences need the schema of the field, which `verbose` adds.
    verbose: true,
    // Without `meta`, Ajv starts a fifth faster. Lint and tests check the schemas.
    ...{ meta: false, validateSchema: false, strict: false, logger: false },
    formats,
    coerceTypes: readTexts && 'array',
    // Ajv compiles a third faster without its optimizer, and checks take a few microseconds either way.
    code: { optimize: false },
  });
  if (report === 'named') replaceKeywords(ajv);
  if (schemas) ajv.addSchema({ $id: CONTRACT_ID, components: { schemas } });
  return (schema) => {
    const validate = ajv.compile(schema);
    return (value) => violationsOf(validate, value);
  };
}
