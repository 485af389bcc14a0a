import type { WireResponse } from 'payment-gateway-core/access';
import type { Context } from './context.js';

type Next<Reply> = (context: Context) => Reply;

/** Returns the response to a request: its own one, or that of the next step, which it may change. */
export type StepOf<Reply> = (context: Context, next: Next<Reply>) => Reply;

/** A step outside of the unit of work. It may wait; one that does not is no async function, which would cost time. */
export type PipelineStep = StepOf<WireResponse | Promise<WireResponse>>;

/** A step inside of the unit of work, which never waits. A store with a conflict runs it again. */
export type UnitStep = StepOf<WireResponse>;

/** Returns one function for all steps. The first step gets the request first, and its response leaves last. */
export function compose<Reply>(steps: readonly StepOf<Reply>[]): Next<Reply> {
  const last: Next<Reply> = () => {
    throw new Error('the last step must respond');
  };
  return steps.reduceRight<Next<Reply>>((next, step) => (context) => step(context, next), last);
}
