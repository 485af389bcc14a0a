// Runs the TypeScript sources of this repository, in which packages resolve to their sources: `node --import ./scripts/typescript.mjs FILE`.
import { register } from 'node:module';
import 'ts-blank-space/register';

const hooks = `export const resolve = (specifier, context, next) =>
  next(specifier, { ...context, conditions: [...context.conditions, 'payment-gateway-source'] });`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
