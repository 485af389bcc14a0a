/** The parts that need Node: files of the package, text files and optional packages. */
export { ARCHIVE, docsFiles, readArchive, readDocsFile } from './docs-archive.js';
export { FORCE, INPUT_FILE, NEW_FILE, OUTPUT_FOLDER, outputFile, outputPath } from './file-options.js';
export {
  type FileKind,
  holds,
  identityOf,
  jsonOf,
  junitOf,
  OutputFile,
  openPrivate,
  replaceFile,
} from './output-file.js';
export {
  fileIn,
  packageFile,
  packageRoot,
  packageTitle,
  packageVersion,
  readJsonFile,
  readPackageJson,
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
