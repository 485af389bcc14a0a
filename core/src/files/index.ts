/** The parts that need Node: files of the package, text files and optional packages. */
export { FORCE, INPUT_FILE, NEW_FILE, OUTPUT_FOLDER, outputFile, outputPath } from './file-options.js';
export {
  type FileKind,
  holds,
  identityOf,
  jsonKind,
  junitOf,
  OutputFile,
  openPrivate,
  replaceFile,
} from './output-file.js';
export {
  contractFile,
  contractTitle,
  contractVersion,
  fileIn,
  readContractJson,
  readCoreJson,
  readJsonFile,
} from './package-files.js';
export { loadPeer, PeerError } from './peers.js';
export {
  appendText,
  createFolder,
  FileError,
  fileProblem,
  isDevice,
  isNamedPipe,
  readText,
  statOf,
} from './text-file.js';
