import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { addressDocs, siteAddress } from '../../src/docs/address.ts';
import { releasedContracts } from '../release/contracts.ts';
import { bundleSearch } from './search/bundle.ts';
import { buildSite } from './site.ts';
import { readSource } from './source.ts';

// Renders openapi.yaml to dist/docs, and bundles the search for the command line. `npm run docs -- --releases` also renders older documentation versions, each to
// dist/docs/<version>/, from the tags of this repository. `--site https://docs.example/` names the published address.
const { values } = parseArgs({ options: { releases: { type: 'boolean', default: false }, site: { type: 'string' } } });
const site = values.site === undefined ? undefined : siteAddress(values.site);
const out = 'dist/docs';

await buildSite({
  newest: readSource(await readFile('openapi.yaml', 'utf8')),
  older: values.releases ? releasedContracts('.').map(readSource) : [],
  out,
});
await bundleSearch('dist/docs-search.js');
if (site) addressDocs(out, site);
console.log(`Docs written: ${out}/index.html`);
