import { LARGEST_BODY, refuse } from 'payment-gateway-core/access';
import { isPlaceholder } from 'payment-gateway-core/util';
import { checkToken, type Prepared, realCards } from '../../server/index.js';
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

interface InputOptions {
  readonly strict: boolean;
  readonly refuseWarnings: boolean;
  readonly allowAnyCard: boolean;
}

/** Refuses what the contract refuses, and warns about what is probably a mistake. */
export const input =
  (options: InputOptions, { validator, warner }: Prepared): UnitStep =>
  (context, next) => {
    const { operation, params, query, headers, body, now } = context;
    // The sentence about an id that nothing has would hide the mistake.
    const missing = Object.keys(params).find((name) => isPlaceholder(params[name] ?? ''));
    if (missing) return refuse(404, `path.${missing}: is a placeholder instead of an id; is its variable set?`);
    if (context.isQueryBroken)
      return refuse(400, 'query: has an escape that is not UTF-8; was it encoded as ISO-8859-1?');
    if (body === undefined || 'problem' in body) return refuse(body?.status ?? 400, body?.problem ?? []);

    const validate = validator(operation);
    const sent = { params, query, headers, body: body.value };
    const asSent = validate(sent);
    const looked = warner(operation)(sent, now, asSent.length > 0);
    const { body: value, warnings } = looked;
    // `strict` judges values as they were sent. A converted value has a warning, so `refuseWarnings` refuses it, too.
    const isAsSent = value === sent.body || (options.strict && !options.refuseWarnings);
    const violations = isAsSent ? asSent : validate({ ...sent, body: value });
    const cards = options.allowAnyCard ? [] : realCards(value);
    const wrong = options.refuseWarnings ? warnings : options.strict ? looked.unknown : [];
    const errors = [...violations, ...cards, ...wrong];
    if (errors.length > 0) {
      const others = warnings.filter((warning) => !wrong.includes(warning));
      return { ...refuse(400, errors), warnings: [...context.warnings, ...others] };
    }
    context.value = value;
    context.warnings = [...context.warnings, ...warnings];
    return next(context);
  };
