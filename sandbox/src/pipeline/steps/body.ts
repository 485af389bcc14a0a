import { readJsonBody } from '../../server/index.js';
import type { PipelineStep } from '../compose.js';

/** Reads the body. An invalid one is refused later, after the token. */
export const body: PipelineStep = async (context, next) => {
  const { request, headers } = context;
  const bytes = await request.readBody();
  context.body = bytes && readJsonBody(bytes, headers['content-type'], headers['content-encoding']);
  return next(context);
};
