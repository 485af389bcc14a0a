export type { UnitStep } from './compose.js';
export type { Observer, Watched } from './context.js';
export { createPipeline } from './pipeline.js';
