import { createGatewayClient, type GatewayClientOptions } from '../../src/index.js';

/** A `fetch` that returns these responses in turn, then the last one again, and keeps its requests. */
export function observedFetch(...responses: (Response | Error | (() => Response | Promise<Response>))[]) {
  const requests: Request[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    requests.push(request);
    const response = responses[Math.min(requests.length, responses.length) - 1] ?? Response.json({});
    if (response instanceof Error) throw response;
    return typeof response === 'function' ? response() : response.clone();
  };
  return { fetch, requests };
}

export const baseUrl = 'https://gateway.example';

/** A client whose fetch returns these responses, and waits a millisecond at most before it tries again. */
export function shop(options: Partial<GatewayClientOptions> = {}, ...responses: Parameters<typeof observedFetch>) {
  const { fetch, requests } = observedFetch(...responses);
  const defaults = { baseUrl, accessToken: 'token', retryDelayMs: 1, fetch };
  return { client: createGatewayClient({ ...defaults, ...options }), requests };
}
