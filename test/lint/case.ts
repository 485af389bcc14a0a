/** One way to break the small contract: the text to replace, its replacement, and the expected problem. */
export interface Case {
  readonly rule: string;
  /** The mistake, as the name of the test. */
  readonly when: string;
  readonly replace: string;
  readonly with: string;
  /** JSON pointer of the problem, without `#/`. */
  readonly at: string;
  /** What the message must tell the reader to do. */
  readonly says: RegExp;
  /** Further problems that the same change cannot but cause, as `rule pointer`. */
  readonly also?: readonly string[];
}
