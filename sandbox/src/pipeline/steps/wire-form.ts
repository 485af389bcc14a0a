import type { Engine } from '../../engine/index.js';
import { countShape, variedBody } from '../../variants/index.js';
import type { PipelineStep } from '../compose.js';

/** Changes the form of each response as the account assumes it, after the journal recorded the usual form. */
export const wireForm =
  (engine: Engine): PipelineStep =>
  async (context, next) => {
    const response = await next(context);
    countShape(response, (entry) => engine.count(context.account, entry));
    return variedBody(context.assumed, response);
  };
