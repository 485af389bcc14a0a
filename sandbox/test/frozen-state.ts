import { State } from '../src/state/state.ts';

/**
 * Freezes each record that a test writes to a state, and refuses NaN and undefined, which JSON text does not keep. So a test fails if a rule changes what
 * it has read, or writes an object that would differ after a restart.
 */
const { set } = State.prototype;
State.prototype.set = function setFrozen(this: State, ...args: Parameters<typeof set>) {
  freeze(args[2], args.slice(0, 2).join('/'));
  set.apply(this, args);
};

function freeze(value: unknown, path: string): void {
  if (Number.isNaN(value)) throw new Error(`${path}: NaN is no JSON`);
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) throw new Error(`${path}.${name}: undefined is no JSON`);
    freeze(member, `${path}.${name}`);
  }
}
