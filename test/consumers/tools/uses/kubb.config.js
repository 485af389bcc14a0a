import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

export default defineConfig({
  root: '.',
  input: { path: process.env.CONTRACT },
  output: { path: 'out', clean: true },
  plugins: [
    pluginOas({ serverIndex: 0 }),
    pluginTs(),
    pluginClient({ client: 'fetch', baseURL: undefined, output: { path: './clients' } }),
  ],
});
