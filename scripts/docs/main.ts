import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { addressDocs, siteAddress } from '../../src/cli/docs-address.ts';
import { releasedContracts } from '../release/contracts.ts';
import { buildSite } from './site.ts';
import { readSource } from './source.ts';

// Renders openapi.yaml to dist/docs. `npm run docs -- --releases` renders those of older documentation versions too, each to
// dist/docs/<version>/, from the tags of this repository. `--site https://docs.example/`: where all of that is published.
// It differs per deployment, so it is no part of the contract.
const { values } = parseArgs({ options: { releases: { type: 'boolean', default: false }, site: { type: 'string' } } });
const site = values.site === undefined ? undefined : siteAddress(values.site);
const out = 'dist/docs';

const pages = await buildSite({
  newest: readSource(await readFile('openapi.yaml', 'utf8')),
  older: values.releases ? releasedContracts('.').map(readSource) : [],
  out,
  // Beside the docs and not in them: what is published has no such script.
  sending: 'dist/send',
});
if (site) addressDocs(out, site);
for (const page of pages) console.log(`Docs written: ${page}`);
