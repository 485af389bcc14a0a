export { type Command, defineCommand, reported } from './command.js';
export {
  naming,
  outliveReaders,
  printError,
  progressLine,
  UsageError,
  withProgress,
  writeOutput,
} from './output.js';
export * from './process-group.js';
export { type Entry, type Program, runProgram, withCompletion } from './program.js';
