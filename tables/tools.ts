/** The two forms of the contract that a tool can be given, first the one that is made for tools. */
export const contracts = ['openapi.portable.json', 'openapi.yaml'] as const;
export type ContractForm = (typeof contracts)[number];

export interface Tool {
  /** Its npm package, or a name for it. */
  readonly name: string;
  /** Its npm package, if the name is another one. */
  readonly package?: string;
  /** The output of the tool. */
  readonly does: string;
  /** The command of `node_modules/.bin` that writes below `out/`; none where a library reads the contract itself. */
  readonly generate?: (contract: string) => readonly string[];
  /** The file that gets the standard output of `generate`, for a command that writes no file. */
  readonly outputTo?: string;
  /** The file of `uses/` that uses the output or the library: compiled strictly with the output if it is TypeScript. */
  readonly use: string;
  /** TypeScript of the output that runs in a separate process, as `server.js`. */
  readonly server?: string;
  /** What the use is started with, after the address of the sandbox. */
  readonly args?: (contract: string, url: string) => readonly string[];
  /** For a tool that is known to fail: its message, and the reason for the docs. */
  readonly fails?: Partial<Record<ContractForm, { readonly says: RegExp; readonly because: string }>>;
}

/** By their paths: openapi-ts-request has the commands `openapi-ts` and `openapi` too. */
const HEY_API = '../@hey-api/openapi-ts/bin/run.js';
const CODEGEN = '../openapi-typescript-codegen/bin/index.js';
const TS_REQUEST = '../openapi-ts-request/dist/bin/openapi.js';

export const tools: readonly Tool[] = [
  {
    name: '@hey-api/openapi-ts',
    does: 'TypeScript client',
    generate: (contract) => [
      ...[HEY_API, '--input', contract, '--output', 'out', '--no-log-file'],
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
    generate: () => [HEY_API, '--file', 'hey-api-zod.config.js'],
    use: 'hey-api-zod.ts',
    fails: {
      'openapi.yaml': { says: /serialize a BigInt/, because: '`int64` becomes a bigint' },
    },
  },
  {
    name: 'orval',
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
    does: 'TypeScript client',
    generate: (contract) => ['oazapfts', contract, 'out/api.ts'],
    use: 'oazapfts.ts',
    fails: {
      'openapi.yaml': { says: /error TS1351/, because: '`5XX` is written as a number' },
    },
  },
  {
    name: 'openapi-zod-client',
    does: 'validating TypeScript client',
    generate: (contract) => ['openapi-zod-client', contract, '-o', 'out/api.ts'],
    use: 'openapi-zod-client.ts',
    fails: { 'openapi.yaml': { says: /error TS2740/, because: 'a discriminator over `allOf` is no zod union' } },
  },
  {
    name: 'openapi-typescript-codegen',
    does: 'TypeScript client',
    generate: (contract) => [...[CODEGEN, '--input', contract, '--output', 'out', '--useUnionTypes']],
    use: 'openapi-typescript-codegen.ts',
  },
  {
    name: 'typed-openapi',
    does: 'TypeScript client',
    generate: (contract) => ['typed-openapi', contract, '--output', 'out/api.ts'],
    use: 'typed-openapi.ts',
  },
  {
    name: 'typed-openapi, zod',
    package: 'typed-openapi',
    // Of 2.2.7: zod 3 rejects its `z.infer` of an unbounded type parameter, and zod 4 its `z.record` with one argument.
    does: 'zod schemas (with `--schemas-only`; its zod client compiles with neither zod 3 nor zod 4)',
    generate: (contract) => ['typed-openapi', contract, '--runtime', 'zod', '--schemas-only', '--output', 'out/api.ts'],
    use: 'typed-openapi-zod.ts',
  },
  {
    name: 'swagger-typescript-api',
    does: 'TypeScript client',
    generate: (contract) => ['swagger-typescript-api', 'generate', '-p', contract, '-o', 'out', '-n', 'api.ts'],
    use: 'swagger-typescript-api.ts',
  },
  {
    name: 'ng-openapi-gen',
    does: 'Angular client',
    generate: (contract) => ['ng-openapi-gen', '--input', contract, '--output', 'out'],
    use: 'ng-openapi-gen.ts',
  },
  {
    name: 'openapi-ts-request',
    does: 'TypeScript client',
    generate: (contract) => [TS_REQUEST, '--input', `./${contract}`, '--output', './out'],
    use: 'openapi-ts-request.ts',
    fails: { 'openapi.yaml': { says: /error TS1351/, because: '`5XX` is written as a number' } },
  },
  {
    name: 'RTK Query codegen',
    package: '@rtk-query/codegen-openapi',
    does: 'Redux Toolkit client',
    generate: () => ['rtk-query-codegen-openapi', 'rtk-query.config.cjs'],
    use: 'rtk-query.ts',
  },
  {
    name: 'openapi-client-axios-typegen',
    does: 'types of an axios client',
    generate: (contract) => ['typegen', contract],
    outputTo: 'out/client.ts',
    use: 'openapi-client-axios.ts',
  },
  {
    name: 'openapi-down-convert',
    package: '@apiture/openapi-down-convert',
    does: 'OpenAPI 3.0',
    generate: (contract) => ['openapi-down-convert', '--input', contract, '--output', 'out/openapi-3.0.yaml'],
    use: 'openapi-down-convert.js',
    fails: {
      'openapi.yaml': {
        says: /customer_id\/type must be string/,
        because: 'a list of types stays, which 3.0 does not have',
      },
    },
  },
  {
    name: '@mswjs/source',
    does: 'request handlers of Mock Service Worker',
    use: 'mswjs-source.js',
    fails: {
      'openapi.yaml': { says: /intercepted a request without a matching/, because: '`{base_url}` is no address' },
    },
  },
  {
    name: 'openapi-mcp-generator',
    does: 'MCP server in TypeScript',
    generate: (contract) => ['openapi-mcp-generator', '--input', contract, '--output', 'out', '--force'],
    server: 'out/src/index.ts',
    use: 'mcp.js',
    args: () => ['server.js'],
    fails: { 'openapi.yaml': { says: /Invalid URL/, because: '`{base_url}` is no address; set `API_BASE_URL`' } },
  },
  {
    name: '@ivotoby/openapi-mcp-server',
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
    does: 'validation in Express',
    use: 'express-openapi-validator.js',
  },
  {
    name: 'openapi-backend',
    does: 'routing and validation (with `quick: true`: its own schema is that of 3.0)',
    use: 'openapi-backend.js',
  },
  {
    name: '@apidevtools/swagger-parser',
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
    does: 'Postman collection (with `parametersResolution=Example`)',
    generate: (contract) => [
      ...['openapi2postmanv2', '--spec', contract, '--output', 'out/collection.json'],
      ...['--options', 'parametersResolution=Example'],
    ],
    use: 'openapi-to-postman.js',
  },
  { name: 'Swagger UI', package: 'swagger-ui-dist', does: 'docs in a browser', use: 'swagger-ui.js' },
];
