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
export {
  Descendants,
  IN_GROUP,
  isGroupAlive,
  isRunning,
  killProcessesWith,
  LONGEST_STOP,
  processesWith,
  SAME_SIGNAL,
  STOP_SIGNALS,
  type StopSignal,
  signalGroup,
  signalProcess,
  stoppable,
  stopSignal,
} from './process-group.js';
export { type Entry, type Program, runProgram, withCompletion } from './program.js';
