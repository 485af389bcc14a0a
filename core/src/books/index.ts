export * from './compare.js';
export * from './orders.js';
