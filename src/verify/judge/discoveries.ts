import { isObject } from '../../contract/json.js';

/** Returns a name from a response for the report, or a placeholder if it looks like data: digits, an address, a long text. */
export function printable(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_.-]{0,47}$/.test(name) && !/\d{5}/.test(name) ? name : 'that cannot be shown';
}

/** Returns the YAML that describes a new field by its type. */
export function fieldYaml(name: string, value: unknown): string {
  return `${name}: { type: ${typeOf(value)}, x-evidence: observed seen-on-servers, description: What it means is not known. }`;
}

/** Returns the register entry for discoveries. A person completes it. */
export function discoveryEvidence(date: string): string {
  return `x-evidence-sources:
  SERVER:
    title: A server that was verified
    where: payment-gateway verify on ${date}
x-evidence-register:
  seen-on-servers:
    level: observed
    statement: Returned by a server that was verified on ${date}, and in no other source.
    source: [SERVER]
    settled_by: A field reference from the gateway's operator.
    settle: { route: operator, by: person }
`;
}

function typeOf(value: unknown): string {
  if (value === null) return `[string, 'null']`;
  if (Array.isArray(value)) return 'array';
  if (isObject(value)) return 'object';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
