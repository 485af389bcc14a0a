import { isLoopback as isLoopbackHost } from 'payment-gateway-core/access';
import { readContract } from 'payment-gateway-core/contract';
import { isObject, jsonOf, objectAt } from 'payment-gateway-core/util';
import { type Exchange, MASK } from './exchange.js';
import { redactExchange } from './redacted.js';

/** Shorter bodies may be equal by chance, as `{"deleted":true}`. */
const TELLING_LENGTH = 60;
/** Compare only the first exchanges: a mock returns examples from the start. */
const COMPARED = 1_000;

/** Detects servers that only repeat the contract, such as mocks. Their responses would be circular evidence. */
export function createOriginWatch() {
  const reasons = new Set<string>();
  const values = Object.values(objectAt(objectAt(readContract(), 'components'), 'examples')).flatMap((example) =>
    isObject(example) && example.value !== undefined ? [example.value] : [],
  );
  const examples = new Set(values.map(jsonOf));
  let redacted: Set<string> | undefined;
  let compared = 0;
  return {
    watch({ request, response }: Exchange): void {
      if (isLocalUrl(request.url)) reasons.add('the server was on this machine (loopback)');
      if ('x-evidence' in response.headers || 'x-sandbox' in response.headers) {
        reasons.add('the server was the sandbox of this project');
      }
      if ('sl-violations' in response.headers || isPrismError(response.body)) reasons.add('the server was Prism');
      if (response.body !== undefined && response.status < 300 && compared++ < COMPARED) {
        const text = jsonOf(response.body);
        // A recording has redacted examples.
        if (text.includes(MASK)) redacted ??= new Set(values.map(redactedText));
        if (text.length >= TELLING_LENGTH && (examples.has(text) || redacted?.has(text)))
          reasons.add("the server returned the contract's own examples");
      }
    },
    get circular(): string[] {
      return [...reasons];
    },
  };
}

function isPrismError(body: unknown): boolean {
  return isObject(body) && typeof body.type === 'string' && body.type.startsWith('https://stoplight.io/prism/errors');
}

/** Returns whether a URL leads to this machine. A URL without a host does. */
export function isLocalUrl(url: string): boolean {
  const { hostname } = URL.canParse(url) ? new URL(url) : { hostname: 'localhost' };
  return isLoopbackHost(hostname) || hostname === '0.0.0.0' || hostname === '[::]';
}

function redactedText(body: unknown): string {
  const request = { method: 'GET', url: '/v1/', headers: {} };
  return jsonOf(redactExchange({ request, response: { status: 200, headers: {}, body } }).response.body);
}
