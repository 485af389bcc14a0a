/** The mock over a socket and without one. Both pass the same tests. */
import { createMockFetch, startMockServer } from '../../src/mock/index.js';

export interface Server {
  readonly name: string;
  open(): Promise<Opened>;
}

export interface Opened {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  close(): Promise<void>;
}

export const servers: readonly Server[] = [
  {
    name: 'by the mock over a socket',
    async open() {
      const server = await startMockServer({ port: 0 });
      return { baseUrl: server.url, fetch: (request) => fetch(request), close: () => server.close() };
    },
  },
  {
    name: 'by the mock without a socket',
    open: async () => ({ baseUrl: 'http://mock.example', fetch: createMockFetch(), close: async () => {} }),
  },
];
