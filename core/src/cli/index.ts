export { type Command, defineCommand, reported, UsageError } from './command.js';
export { commandLine, fitted, outputWidth, type TextColumn, table, wrapped } from './layout.js';
export { naming, writeOutput } from './naming.js';
export { hasColors, outliveReaders, printError, progressLine, styled, withProgress } from './output.js';
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
