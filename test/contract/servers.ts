/** The servers of the contract. All pass the same tests, except for the listed differences. */
import { inject } from 'vitest';
import { createMockFetch, startMockServer } from '../../src/mock/index.js';

export interface Server {
  readonly name: string;
  /** Whether it finds the example that a request resembles; the others need `Prefer` to return any but the first one. */
  readonly findsExample: boolean;
  open(): Promise<Opened>;
}

export interface Opened {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  close(): Promise<void>;
}

export const servers: readonly Server[] = [
  {
    name: 'by Prism, unmodified',
    findsExample: false,
    open: async () => ({ baseUrl: inject('prismUrl'), fetch: (request) => fetch(request), close: async () => {} }),
  },
  {
    name: 'by the mock over a socket',
    findsExample: true,
    async open() {
      const server = await startMockServer({ port: 0 });
      return { baseUrl: server.url, fetch: (request) => fetch(request), close: () => server.close() };
    },
  },
  {
    name: 'by the mock without a socket',
    findsExample: true,
    open: async () => ({ baseUrl: 'http://mock.example', fetch: createMockFetch(), close: async () => {} }),
  },
];
