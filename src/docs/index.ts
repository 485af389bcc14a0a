/** The rendered docs of the package: one archive for each language. */
export { siteAddress } from './address.js';
export { CONTRACT, DOCS_FAILURE, docsBuiltAt, NOT_FOUND, readDocsFile, withRootLinks } from './archive.js';
export { CODE_LANGUAGES, type CodeLanguage } from './code-language.js';
export { copyDocs } from './copy.js';
export { printSections } from './search.js';
