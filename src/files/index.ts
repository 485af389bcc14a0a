/** Files of the package, text files and optional packages: what needs Node. */
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
