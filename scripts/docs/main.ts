import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addressDocs, siteAddress } from '../../src/docs/address.ts';
import { buildInto } from '../build/folder.ts';
import { EVIDENCE } from '../contract/read.ts';
import { releasedContracts } from '../release/releases.ts';
import { bundleSearch } from './search/bundle.ts';
import { buildSite } from './site.ts';
import { readSource } from './source.ts';

// Renders openapi.yaml to dist/docs, and bundles the search for the command line. `npm run docs -- --releases` also renders older documentation versions, each to
// dist/docs/<version>/, from the tags of this repository. `--site https://docs.example/` names the published address.
const { values } = parseArgs({ options: { releases: { type: 'boolean', default: false }, site: { type: 'string' } } });
const site = values.site === undefined ? undefined : siteAddress(values.site);

// The process that started this one has ended, and it may have been unable to say so.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();

await buildInto('dist', async ({ out, cache }) => {
  const docs = join(out, 'docs');
  await buildSite({
    newest: readSource(await readFile('openapi.yaml', 'utf8'), await readFile(EVIDENCE, 'utf8')),
    older: values.releases ? releasedContracts('.').map(({ text, evidence }) => readSource(text, evidence)) : [],
    out: docs,
    cache,
  });
  await bundleSearch(join(out, 'docs-search.js'));
  if (site) addressDocs(docs, site);
});
console.log('Docs written: dist/docs/index.html');
