/** What `explore` found. */
import type { DisruptionKind } from './disruptions.js';
import type { Step } from './timeline.js';
import type { Books, Note } from './verdict.js';

/** The outcome of a plan. `covered`: it went the same way as another one. */
export type Outcome = 'held' | 'lost sale' | 'broke' | 'did not happen' | 'covered';

/** Why the search ended. */
export type End = 'no new place' | 'failures' | 'bail' | 'maxRuns';

/** A plan that broke the shop. */
export interface ExploreFailureCase {
  /** The name of the plan, for `only`. */
  readonly plan: string;
  readonly problem: string;
  readonly timeline: readonly string[];
  /** The steps of the timeline, for a diagram. */
  readonly steps: readonly Step[];
  /** Both books at the end. Undefined if the run ended before. */
  readonly books?: Books;
}

/** The outcome of a plan, and the place of its last disruption. */
export interface ExploredPlan {
  readonly plan: string;
  /** The number of its disruptions. */
  readonly depth: number;
  readonly kind: DisruptionKind;
  readonly place: string;
  readonly disruption: string;
  readonly outcome: Outcome;
  readonly note?: Note;
}

/** A plan of a saved file, tried again. `GONE`: no run has its place any more. */
export interface ReplayedPlan {
  readonly plan: string;
  readonly outcome: 'FIXED' | 'STILL FAILS' | 'GONE';
}

export interface ExploreResult {
  /** How often the shop ran, also without a disruption. */
  readonly runs: number;
  /** The requests of the run without disruptions. */
  readonly requests: number;
  /** What the run without disruptions did, in one line. */
  readonly did: string;
  readonly failures: readonly ExploreFailureCase[];
  readonly tried: readonly ExploredPlan[];
  /** How many plans were known, but not tried. */
  readonly left: number;
  /** The kinds of disruptions that `without` left out. */
  readonly leftOut: readonly DisruptionKind[];
  /** Why the search ended. `named`: only named plans were tried. */
  readonly end: End | 'named';
  /** Why the runs were not parallel. */
  readonly alone: string | undefined;
  /** What a crash did not end, as a sentence. Absent without a crash. */
  readonly survived?: string;
  /** How many plans were tried once more, alone. */
  readonly repeated: number;
  /** The plans of the replayed file. */
  readonly replayed?: readonly ReplayedPlan[];
}

/** The name of the run without disruptions. */
export const NO_DISRUPTION = 'no disruption';
