import type { operations } from '../../generated/operations.js';
import type { paths } from '../../generated/types.js';

/** What a part of the contract stands on, strongest first. */
export type EvidenceLevel = 'documented' | 'observed' | 'assumed';

type AtLeast = {
  documented: 'documented';
  observed: 'documented' | 'observed';
  assumed: EvidenceLevel;
};

type Operations = typeof operations;

/** `get /v1/transactions` and so on, for every operation whose method and path have at least that evidence. */
type Routes<Level extends EvidenceLevel> = {
  [Id in keyof Operations]: Operations[Id]['evidence'] extends AtLeast[Level]
    ? `${Lowercase<Operations[Id]['method']>} ${Operations[Id]['path']}`
    : never;
}[keyof Operations];

/** The paths and methods of the contract that have at least that evidence. */
export type PathsWithEvidence<Level extends EvidenceLevel> = Level extends 'assumed'
  ? paths
  : {
      [Path in keyof paths]: {
        [Method in keyof paths[Path] as `${Method & string} ${Path}` extends Routes<Level>
          ? Method
          : never]: paths[Path][Method];
      };
    };
