/** The parts that need Node: files of the package, text files and optional packages. */
export { INPUT_FILE, NEW_FILE, OUTPUT_FILE, OUTPUT_FOLDER } from './file-options.js';
export {
  contractFile,
  contractTitle,
  contractVersion,
  fileIn,
  readContractJson,
  readJsonFile,
  readPackageJson,
} from './package-files.js';
export { loadPeer, PeerError } from './peers.js';
export {
  createFolder,
  FileError,
  fileProblem,
  isDevice,
  isNamedPipe,
  openPrivate,
  readText,
  statOf,
  writeText,
} from './text-file.js';
