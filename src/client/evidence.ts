import type { CallPaths } from '../../generated/calls.js';
import type { operations } from '../../generated/operations.js';
import type { paths } from '../../generated/types.js';

/** The kinds of evidence for a part of the contract, strongest first. */
export type EvidenceLevel = 'documented' | 'observed' | 'assumed';

type AtLeast = {
  documented: 'documented';
  observed: 'documented' | 'observed';
  assumed: EvidenceLevel;
};

type Operations = typeof operations;

/** `get /v1/transactions` and so on, for all operations whose method and path have at least this evidence. */
type Routes<Level extends EvidenceLevel> = {
  [Id in keyof Operations]: Operations[Id]['evidence'] extends AtLeast[Level]
    ? `${Lowercase<Operations[Id]['method']>} ${Operations[Id]['path']}`
    : never;
}[keyof Operations];

/** The paths and methods of the contract that have at least this evidence. */
export type PathsWithEvidence<Level extends EvidenceLevel> = WithEvidence<Level, paths>;

type WithEvidence<Level extends EvidenceLevel, All> = Level extends 'assumed'
  ? All
  : {
      [Path in keyof All]: {
        [Method in keyof All[Path] as `${Method & string} ${Path & string}` extends Routes<Level>
          ? Method
          : never]: All[Path][Method];
      };
    };

export type MethodName = 'get' | 'post' | 'put' | 'delete';

/** The paths that offer a method with at least this evidence. */
export type PathOf<Level extends EvidenceLevel, Name extends MethodName> = {
  [Path in keyof CallPaths]: WithEvidence<Level, CallPaths>[Path] extends { [Key in Name]: unknown } ? Path : never;
}[keyof CallPaths];

/** The operation of a path and a method; `never` if it does not exist. A conditional type would cost the compiler more. */
export type OperationAt<Level extends EvidenceLevel, Name extends MethodName, Path> = At<
  At<WithEvidence<Level, CallPaths>, Path>,
  Name
>;
type At<Members, Key> = Members[Key & keyof Members];
