export { type Arrival, createPipeline, type Respond } from './pipeline.js';
export { preferredExample } from './preferred-example.js';
export { createRespond } from './respond.js';
