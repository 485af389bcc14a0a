import type { OptionDocs } from '../../generated/option-docs.js';
import { type Documented, LISTEN_OPTIONS, type SocketOption } from '../server/index.js';
import { isObject, type JsonObject, must, type OptionsOf, type OptionTable } from '../util/index.js';

/** The options of the mock: those of a server, and a custom contract in code. */
export const MOCK_OPTIONS = {
  ...LISTEN_OPTIONS,
  contract: {
    type: 'string',
    help: 'another contract than the one of the package: an OpenAPI 3.1 document with its references inside',
    flag: false,
    read(given: JsonObject): JsonObject {
      must(isObject(given), 'an object: an OpenAPI 3.1 document');
      return given;
    },
  },
} as const satisfies OptionTable;

export type MockServerOptions = Documented<OptionsOf<typeof MOCK_OPTIONS>, OptionDocs>;
export type MockOptions = Omit<MockServerOptions, SocketOption>;
