import { RUN_OPTIONS, readContract } from 'payment-gateway-core/contract';
import { objectAt, stringAt } from 'payment-gateway-core/util';
import type { Assumed } from 'payment-gateway-core/values';
import type { components } from '../../generated/sandbox-types.js';

/** An entry of the register with its variants, as the control API shows it. */
export type WireAssumption = components['schemas']['Assumption'];

/** Returns an entry of the register. Its statement is the sentence about the assumed behavior that its variants replace. */
export function assumptionOf(entry: string, uses: number): WireAssumption {
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

/** How an entry of the register is settled. */
export interface Settlement {
  /** The observation that settles it. */
  readonly settled_by: string;
  /** The command that makes it. Undefined if only a person can. */
  readonly command?: string;
}

export function settlementOf(entry: string): Settlement {
  const found = objectAt(objectAt(readContract(), 'x-evidence-register'), entry);
  const settle = objectAt(found, 'settle');
  const options = stringAt(settle, 'by') === 'person' ? undefined : RUN_OPTIONS[stringAt(settle, 'route') ?? ''];
  const settled_by = stringAt(found, 'settled_by') ?? '';
  if (options === undefined) return { settled_by };
  // A shell takes `<url>` for a redirection.
  const more = options.replace('--url <url>', '').replace('<url>', '"$RECEIVER_URL"').replace('<centavos>', '1000');
  const parts = ['npx payment-gateway-verify --url "$PAYMENT_GATEWAY_URL"', `--entry ${entry}`, more];
  return { settled_by, command: parts.filter(Boolean).join(' ') };
}

/** Returns the entries that decided something, most used first, and then the switched ones that did not. */
export function assumptionsOf(
  used: readonly { readonly entry: string; readonly uses: number }[],
  assumed: Assumed,
): WireAssumption[] {
  const variants: Readonly<Record<string, string | undefined>> = assumed;
  const names = new Set(used.map(({ entry }) => entry));
  const unused = Object.keys(assumed).filter((entry) => !names.has(entry));
  return [...used, ...unused.map((entry) => ({ entry, uses: 0 }))].map(({ entry, uses }) => {
    const variant = variants[entry];
    return { ...assumptionOf(entry, uses), ...(variant !== undefined && { variant }) };
  });
}

export const brief = ({ statement }: WireAssumption): string => /^.*?\.(?= |$)/s.exec(statement)?.[0] ?? statement;
