import { orRefusal, type Run } from '../../state/index.js';
import { compose, type PipelineStep, type UnitStep } from '../compose.js';

interface UnitOfWorkParts {
  readonly run: Run;
  /** Returns where browsers reach the pages of the sandbox, by the host of a request. */
  readonly publicUrlAt: (host: string | undefined) => string | undefined;
}

/** Runs the given steps as one unit of work on the account: with its clock and its assumptions, and one commit at the end. */
export function unitOfWork({ run, publicUrlAt }: UnitOfWorkParts, steps: readonly UnitStep[]): PipelineStep {
  const respond = compose(steps);
  return (context) => {
    const { account, started: at, host } = context;
    const options = { at, publicUrl: publicUrlAt(host), counted: true };
    return orRefusal(() => run(account, (unit) => respond(context.begin(unit)), options));
  };
}
