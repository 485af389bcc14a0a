/**
 * What the compiler says of a call that cannot be: a type of words in the place of the argument that is wrong. Messages of the
 * compiler itself would list the contract, or count arguments.
 */
import type { paths } from '../../generated/types.js';
import type { EvidenceLevel, PathsWithEvidence } from './evidence.js';

export type MethodName = 'get' | 'post' | 'put' | 'delete';

/** Any string, beside literals that an editor is to offer. */
export type AnyPath = string & {};

/** The paths that have the method, among those with at least that evidence. */
export type PathOf<Level extends EvidenceLevel, Name extends MethodName> = {
  [Path in keyof PathsWithEvidence<Level>]: PathsWithEvidence<Level>[Path] extends { [Key in Name]: unknown }
    ? Path & string
    : never;
}[keyof PathsWithEvidence<Level>];

/** The operation of a path and a method; `never` where that evidence has none. No condition, which costs the compiler more. */
export type OperationAt<Level extends EvidenceLevel, Name extends MethodName, Path> = At<
  At<PathsWithEvidence<Level>, Path>,
  Name
>;
type At<Members, Key> = Members[Key & keyof Members];

/** Shows its words where something else was given. Nothing is of this type, and all are one, so that a client fits where less is asked. */
export interface Mistake<_Words extends string> {
  readonly ' mistake': never;
}

/** Any further argument of a call whose path is wrong. Where the path is right, what is wrong with the other is not told twice. */
export type Unchecked<Known, Path> = Path extends Known ? [] : [init?: object];

/** Why there is no such path. */
export type NoPath<Level extends EvidenceLevel, Name extends MethodName, Path> =
  Path extends PathOf<'assumed', Name>
    ? Mistake<`${Path} has less evidence than '${Level}', which this client asks for`>
    : Path extends keyof paths
      ? Mistake<`${Path} has no ${Uppercase<Name>}`>
      : Mistake<`${Path & string} is no path of the contract`>;

/** What is wrong with a call that gives a path alone. */
export type Incomplete<Level extends EvidenceLevel, Name extends MethodName, Path> =
  Path extends PathOf<Level, Name>
    ? Mistake<`${Path} needs a second argument with ${Needed<OperationAt<Level, Name, Path>>}`>
    : NoPath<Level, Name, Path>;

type Needed<Operation> =
  | (Operation extends { parameters: { path: infer Values } } ? `params.path.${keyof Values & string}` : never)
  | (Operation extends { requestBody: object } ? 'a body' : never);
