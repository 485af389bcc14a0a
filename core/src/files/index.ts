/** The parts that need Node: files of the package, text files and optional packages. */
export * from './file-options.js';
export * from './output-file.js';
export * from './package-files.js';
export * from './peers.js';
export * from './text-file.js';
