/** The parts that need Node: files of the package, text files and optional packages. */
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
export { readText } from './text-file.js';
