import { buildDocs } from './build.ts';

// The address of publication differs per deployment, so it comes from the environment and not from the contract.
const page = await buildDocs({ contract: 'openapi.yaml', out: 'dist/docs', url: process.env.DOCS_URL || undefined });
console.log(`Docs written: ${page}`);
