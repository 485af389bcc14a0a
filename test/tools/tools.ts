/** The two forms of the contract that a tool can be given. */
export const contracts = ['openapi.yaml', 'openapi.portable.json'] as const;
export type ContractFile = (typeof contracts)[number];

export interface Tool {
  /** Its npm package, and what of it is meant where it does several things. */
  readonly name: string;
  readonly package: string;
  /** What it makes of the contract. */
  readonly does: string;
  /** The command of `node_modules/.bin` that writes below `out/`; none where a library reads the contract itself. */
  readonly generate?: (contract: string) => readonly string[];
  /** The file of `uses/` that uses the output or the library: compiled strictly with the output if it is TypeScript. */
  readonly use: string;
  /** TypeScript of the output that runs in a process of its own, as `server.js`. */
  readonly server?: string;
  /** What the use is started with, after the address of the mock. */
  readonly args?: (contract: string, url: string) => readonly string[];
  /** Where it is known to fail: what it says then, and why, for the docs. */
  readonly fails?: Partial<Record<ContractFile, { readonly says: RegExp; readonly because: string }>>;
}

export const tools: readonly Tool[] = [
  {
    name: '@hey-api/openapi-ts',
    package: '@hey-api/openapi-ts',
    does: 'TypeScript client',
    generate: (contract) => [
      ...['openapi-ts', '--input', contract, '--output', 'out', '--no-log-file'],
      ...['--plugins', '@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    ],
    use: 'hey-api.ts',
    fails: {
      'openapi.yaml': { says: /Failed to parse URL from \/v1/, because: '`{base_url}` is no address; set `baseUrl`' },
    },
  },
  {
    name: '@hey-api/openapi-ts, zod',
    package: '@hey-api/openapi-ts',
    does: 'zod schemas',
    generate: () => ['openapi-ts', '--file', 'hey-api-zod.config.js'],
    use: 'hey-api-zod.ts',
    fails: {
      'openapi.yaml': { says: /serialize a BigInt/, because: '`int64` becomes a bigint' },
    },
  },
  {
    name: 'orval',
    package: 'orval',
    does: 'TypeScript client',
    generate: () => ['orval', '--config', 'orval.config.js'],
    use: 'orval.ts',
  },
  {
    name: 'kubb',
    package: '@kubb/core',
    does: 'TypeScript client',
    generate: () => ['kubb', 'generate', '--config', 'kubb.config.js'],
    use: 'kubb.ts',
    fails: {
      'openapi.yaml': { says: /Maximum call stack size exceeded/, because: 'a list of types is followed without end' },
    },
  },
  {
    name: 'oazapfts',
    package: 'oazapfts',
    does: 'TypeScript client',
    generate: (contract) => ['oazapfts', contract, 'out/api.ts'],
    use: 'oazapfts.ts',
    fails: {
      'openapi.yaml': { says: /error TS1351/, because: '`5XX` is written as a number' },
    },
  },
  {
    name: 'openapi-zod-client',
    package: 'openapi-zod-client',
    does: 'validating TypeScript client',
    generate: (contract) => ['openapi-zod-client', contract, '-o', 'out/api.ts'],
    use: 'openapi-zod-client.ts',
    fails: { 'openapi.yaml': { says: /error TS2740/, because: 'a discriminator over `allOf` is no zod union' } },
  },
  {
    name: '@mswjs/source',
    package: '@mswjs/source',
    does: 'request handlers of Mock Service Worker',
    use: 'mswjs-source.js',
    fails: {
      'openapi.yaml': { says: /intercepted a request without a matching/, because: '`{base_url}` is no address' },
    },
  },
  {
    name: 'openapi-mcp-generator',
    package: 'openapi-mcp-generator',
    does: 'MCP server in TypeScript',
    generate: (contract) => ['openapi-mcp-generator', '--input', contract, '--output', 'out', '--force'],
    server: 'out/src/index.ts',
    use: 'mcp.js',
    args: () => ['server.js'],
    fails: { 'openapi.yaml': { says: /Invalid URL/, because: '`{base_url}` is no address; set `API_BASE_URL`' } },
  },
  {
    name: '@ivotoby/openapi-mcp-server',
    package: '@ivotoby/openapi-mcp-server',
    does: 'MCP server',
    use: 'mcp.js',
    args: (contract, url) => [
      'node_modules/@ivotoby/openapi-mcp-server/bin/mcp-server.js',
      '--transport',
      'stdio',
      '--api-base-url',
      url,
      '--openapi-spec',
      contract,
      '--headers',
      'Authorization:Bearer test',
    ],
  },
  {
    name: 'express-openapi-validator',
    package: 'express-openapi-validator',
    does: 'validation in Express',
    use: 'express-openapi-validator.js',
  },
  {
    name: 'openapi-backend',
    package: 'openapi-backend',
    does: 'routing and validation (with `quick: true`: its own schema is that of 3.0)',
    use: 'openapi-backend.js',
  },
  {
    name: '@apidevtools/swagger-parser',
    package: '@apidevtools/swagger-parser',
    does: 'validation of the contract',
    use: 'swagger-parser.js',
  },
  {
    name: 'Spectral, ruleset oas',
    package: '@stoplight/spectral-cli',
    does: 'lint',
    generate: (contract) => [
      ...['spectral', 'lint', contract, '--ruleset', 'spectral.config.json'],
      ...['--format', 'json', '--output', 'out/findings.json'],
    ],
    use: 'spectral.js',
  },
  {
    name: 'openapi-to-postmanv2',
    package: 'openapi-to-postmanv2',
    does: 'Postman collection (with `parametersResolution=Example`)',
    generate: (contract) => [
      ...['openapi2postmanv2', '--spec', contract, '--output', 'out/collection.json'],
      ...['--options', 'parametersResolution=Example'],
    ],
    use: 'openapi-to-postman.js',
  },
  { name: 'Swagger UI', package: 'swagger-ui-dist', does: 'docs in a browser', use: 'swagger-ui.js' },
];
