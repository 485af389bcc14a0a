export { DELIVERY_TIMEOUT, Engine, type EngineOptions, PAUSES } from './engine.js';
