import { contractOf } from '../../../core/src/contract/contract.ts';
import type { OpenApi } from '../../../core/src/contract/openapi.ts';
import { successOf } from '../../../core/src/contract/operation.ts';
import { escapeMarkup } from '../../../core/src/util/escape-markup.js';
import { requestsOf } from '../samples/samples.ts';
import type { Words } from '../words/en.ts';
import type { SendOperation } from './plan.ts';

/** A request that a reader can send to the sandbox. */
export interface SendForm {
  operationId: string;
  /** The name of the contract's example; a guide's own request has none. */
  example?: string;
  path: string;
  /** Undefined for an operation without a body. */
  body?: unknown;
}

/** Returns the HTML of "Send to the sandbox", which `browser/send.ts` makes work where a sandbox serves the page. */
export function sendForm({ operationId, example = '', path, body }: SendForm, { send }: Words): string {
  const input = (label: string, name: string, value: string) =>
    `<label>${label} <input name="${name}" value="${escapeMarkup(value)}" autocomplete="off" spellcheck="false"></label>`;
  const field = `<label>${send.body}<textarea name="body" rows="8" autocomplete="off" spellcheck="false">${escapeMarkup(JSON.stringify(body, null, 2) ?? '')}</textarea></label>`;
  return [
    `<docs-send class="not-content" data-operation="${operationId}" data-example="${example}" data-url="/send.json">`,
    `<details><summary>${send.title}</summary>`,
    `<p data-without-sandbox>${send.start} <code>npx payment-gateway-sandbox --docs</code></p>`,
    `<form data-with-sandbox><p>${send.how}</p>`,
    input(send.token, 'token', 'docs'),
    input(send.path, 'path', path),
    body === undefined ? '' : field,
    `<button type="submit">${send.send}</button><div class="output" aria-live="polite"></div></form></details>`,
    `<script type="application/json">${JSON.stringify(send).replaceAll('<', '\\u003c')}</script></docs-send>\n`,
  ].join('');
}

/** Returns the Markdown that `renderMarkdown` turns into a form. Everywhere else it is a comment. */
export function sendComment(form: SendForm): string {
  return `<!-- send: ${JSON.stringify(form).replaceAll('>', '\\u003e')} -->`;
}

/** Returns the form of a comment; undefined for other HTML. */
export function formOfComment(html: string): SendForm | undefined {
  const [, form] = /^<!-- send: (.*) -->\s*$/.exec(html) ?? [];
  return form === undefined ? undefined : JSON.parse(form);
}

/** Returns the facts about each operation that "Send" needs. */
export function sendOperations(contract: OpenApi): SendOperation[] {
  return contractOf(contract).operations.map((operation) => {
    const { operationId, method, path, resource } = operation;
    const { type, parent, action, states } = resource;
    const responses = successOf(operation).response?.examples;
    const examples = [...requestsOf(contract, operation)].map(([name, { body }]) => {
      const { status: outcome } = (responses?.get(name)?.value ?? {}) as { status?: string };
      return [name, { body, ...(outcome && { outcome }) }] as const;
    });
    // A filter by the reference of an example finds nothing: pages are what a reader wants to see.
    const query = operation.parameters.filter(({ in: place, name }) => place === 'query' && name !== 'reference_key');
    return {
      operationId,
      method,
      path,
      ...(type && { type }),
      ...(parent && { parent }),
      ...(action && { action }),
      ...(states && { states }),
      examples: Object.fromEntries(examples),
      query: Object.fromEntries(query.map(({ name, definition }) => [name, String(definition.example)])),
    };
  });
}
