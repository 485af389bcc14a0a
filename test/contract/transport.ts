/** The ways to reach the mock. What holds for the contract holds over each of them. */
import { createMockFetch, startMockServer } from '../../src/mock/index.js';

export interface Transport {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  close(): Promise<void>;
}

export const transports: readonly { readonly name: string; open(): Promise<Transport> }[] = [
  {
    name: 'over a socket',
    async open() {
      const server = await startMockServer({ port: 0 });
      return { baseUrl: server.url, fetch: (request) => fetch(request), close: () => server.close() };
    },
  },
  {
    name: 'without a socket',
    async open() {
      return { baseUrl: 'http://mock.example', fetch: createMockFetch(), close: async () => {} };
    },
  },
];
