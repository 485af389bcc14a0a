/** What `docs search` of the command line needs. `npm run docs` bundles it. */
export { createSearch, wordsTried } from '../site/browser/search-index.ts';
export { terminalText } from './terminal-text.ts';
