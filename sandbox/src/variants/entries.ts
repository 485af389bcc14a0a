import { readContract } from 'payment-gateway-core/contract';
import { objectAt, stringAt } from 'payment-gateway-core/util';
import type { Assumed } from 'payment-gateway-core/values';
import type { components } from '../../generated/sandbox-types.js';

/** An entry of the register with its variants, as the control API shows it. */
export type Assumption = components['schemas']['Assumption'];

/** Returns an entry of the register. Its statement is the sentence about the assumed behavior that its variants replace. */
export function assumptionOf(entry: string, uses: number): Assumption {
  const found = objectAt(objectAt(readContract(), 'x-evidence-register'), entry);
  const decides = stringAt(found, 'decides');
  const variants = Object.entries(objectAt(found, 'variants'));
  return {
    entry,
    level: stringAt(found, 'level') ?? 'assumed',
    ...(decides !== undefined && { decides }),
    statement: stringAt(found, 'summary') ?? stringAt(found, 'statement') ?? '',
    uses,
    variants: Object.fromEntries(variants.map(([name, variant]) => [name, stringAt(variant, 'statement') ?? ''])),
  };
}

/** Returns the entries that decided something, most used first, and then the switched ones that did not. */
export function assumptionsOf(
  used: readonly { readonly entry: string; readonly uses: number }[],
  assumed: Assumed,
): Assumption[] {
  const variants: Readonly<Record<string, string | undefined>> = assumed;
  const names = new Set(used.map(({ entry }) => entry));
  const unused = Object.keys(assumed).filter((entry) => !names.has(entry));
  return [...used, ...unused.map((entry) => ({ entry, uses: 0 }))].map(({ entry, uses }) => {
    const variant = variants[entry];
    return { ...assumptionOf(entry, uses), ...(variant !== undefined && { variant }) };
  });
}

/** Returns the first sentence of a statement. */
export const brief = ({ statement }: Assumption): string => /^.*?\.(?= |$)/s.exec(statement)?.[0] ?? statement;
