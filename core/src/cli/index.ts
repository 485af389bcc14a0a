export * from './command.js';
export * from './output.js';
export * from './process-group.js';
export * from './program.js';
