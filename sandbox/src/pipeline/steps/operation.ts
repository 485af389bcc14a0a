import { LARGEST_BODY, refuse } from 'payment-gateway-core/access';
import { checkToken } from '../../server/index.js';
import type { UnitStep } from '../compose.js';

/** Refuses a path or a method without an operation, and a body that is too large to read. */
export const operation: UnitStep = (context, next) => {
  const { found, body } = context;
  if ('problem' in found) return refuse(found.status, found.problem, found.headers);
  if (body === undefined) return refuse(413, `body: must be at most ${LARGEST_BODY} bytes`);
  return next(context);
};

/** Refuses a wrong token. It is the only problem that the response reports. */
export const token =
  (options: Parameters<typeof checkToken>[2]): UnitStep =>
  (context, next) => {
    const { refusal, warnings } = checkToken(context.operation, context.headers, options);
    context.warnings = warnings;
    return refusal ?? next(context);
  };
