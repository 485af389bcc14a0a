/** A violation as Ajv reports it. Written out, because declarations that name Ajv compile only where a package manager hoists it. */
export interface Violation {
  keyword?: string;
  instancePath: string;
  schemaPath?: string;
  params?: Record<string, unknown>;
  propertyName?: string;
  message?: string;
  schema?: unknown;
  parentSchema?: object;
  data?: unknown;
}

/** The validator of a keyword, as Ajv calls it. */
export interface KeywordValidator {
  (data: unknown, context?: { instancePath: string }): boolean;
  errors?: Violation[];
}

/** More than a person reads, and few enough to copy quickly. */
export const MOST_NAMED = 100;
/** The keyword of a violation that counts others. */
const REST = 'rest';

/** Collects violations: names the first ones, and counts the rest. */
export class ViolationList {
  readonly named: Violation[] = [];
  /** The number of violations that are not named. */
  rest = 0;

  get isFull(): boolean {
    return this.named.length >= MOST_NAMED;
  }

  /** @param at the path of the value with these violations */
  add(violations: readonly Violation[], at = ''): void {
    for (const violation of violations) {
      if (violation.keyword === REST || this.isFull) this.rest += weightOf(violation);
      else this.named.push(at === '' ? violation : { ...violation, instancePath: at + violation.instancePath });
    }
  }

  /** All violations as one list. */
  get all(): Violation[] {
    return this.rest === 0
      ? this.named
      : [...this.named, { keyword: REST, instancePath: '', params: { count: this.rest } }];
  }
}

/** Returns how many violations a list names and counts. */
export function countViolations(violations: readonly Violation[]): number {
  return violations.reduce((sum, violation) => sum + weightOf(violation), 0);
}

function weightOf({ keyword, params }: Violation): number {
  return keyword === REST ? Number(params?.count) : 1;
}
