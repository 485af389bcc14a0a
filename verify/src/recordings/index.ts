export * from './read.js';
export * from './record.js';
