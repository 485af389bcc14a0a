/** The parts that need Node: files of the package, text files and optional packages. */
export { ARCHIVE, docsFiles, readArchive, readDocsFile } from './docs-archive.js';
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
export { isDevice, isNamedPipe, readText } from './text-file.js';
