import { SCHEMA_KINDS } from '../../../../sandbox/src/rules/kinds.ts';
import {
  type Adapted,
  type Call,
  firstId,
  Missing,
  Planner,
  type SendOperation,
  type SentRequest,
} from '../../sending/plan.ts';
import type { Words } from '../../words/en.ts';
import { element } from './code.ts';
import { EXAMPLE_PICKED } from './examples.ts';

/** "Send to the sandbox". It works where a sandbox serves the docs. Elsewhere the page explains how to start one. */
class Send extends HTMLElement {
  #words: Words['send'] | undefined;
  #operations: Promise<SendOperation[]> | undefined;
  /** What the form holds as long as the reader has not changed it. */
  #untouched = '';

  connectedCallback(): void {
    this.#words = JSON.parse(this.querySelector('script')?.textContent ?? '{}');
    const form = this.querySelector('form');
    form?.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#run(form, false);
    });
    if (form) this.#untouched = contentOf(form);
    document.addEventListener(EXAMPLE_PICKED, (event) => void this.#fill((event as CustomEvent<string>).detail));
  }

  /** Fills in a named example. The first one is in the page. */
  async #fill(example: string): Promise<void> {
    const form = this.querySelector('form');
    if (!form || !document.documentElement.hasAttribute('data-sandbox') || example === this.dataset.example) return;
    this.dataset.example = example;
    const { body } = (await this.#operation())?.examples[example] ?? {};
    const field = form.querySelector('textarea');
    if (field) field.value = JSON.stringify(body, null, 2);
    this.#untouched = contentOf(form);
  }

  async #operation(): Promise<SendOperation | undefined> {
    this.#operations ??= fetch(this.dataset.url ?? '').then((response) => response.json());
    return (await this.#operations).find(({ operationId }) => operationId === this.dataset.operation);
  }

  async #run(form: HTMLFormElement, create: boolean): Promise<void> {
    const words = this.#words;
    const output = this.querySelector('.output');
    const button = form.querySelector('button');
    if (!words || !output || !button) return;
    button.disabled = true;
    output.replaceChildren(words.sending);
    try {
      output.replaceChildren(...(await this.#send(form, create, words)));
    } catch (error) {
      output.replaceChildren(`${words.failed} ${error instanceof Error ? error.message : error}`);
    }
    button.disabled = false;
  }

  async #send(form: HTMLFormElement, create: boolean, words: Words['send']): Promise<(Node | string)[]> {
    const operation = await this.#operation();
    if (!operation) return [];
    const { token, path } = fieldsOf(form);
    const call = (request: SentRequest) => exchange(request, token);
    const { example = '' } = this.dataset;
    let adapted: Adapted;
    try {
      const body = bodyOf(form);
      const planner = new Planner((await this.#operations) ?? [], call, { create });
      // A guide's own request is an example of the operation too.
      const own = { ...operation, examples: { ...operation.examples, [example]: { body } } };
      const isUntouched = contentOf(form) === this.#untouched;
      adapted = isUntouched ? await planner.adapt(own, example) : { method: operation.method, path, body, changes: [] };
    } catch (error) {
      if (error instanceof SyntaxError) return [element('p', `${words.invalid} ${error.message}`)];
      if (!(error instanceof Missing)) throw error;
      const offer = element('button', words.create);
      offer.type = 'button';
      offer.addEventListener('click', () => void this.#run(form, true));
      return [element('p', `${words.missing} ${error.describe(words.types)}`), offer];
    }
    const { status, body, headers } = await exchange(adapted, token);
    const parts: (Node | string)[] = [element('p', `${adapted.method} ${adapted.path} → ${status}`)];
    const result = await resultOf(body, operation.method, call, words);
    if (status < 300 && result.length > 0) parts.push(element('p', result.join(' · '), 'result'));
    if (adapted.changes.length > 0) parts.push(element('p', `${words.changed} ${adapted.changes.join(', ')}`));
    const id = status < 300 ? firstId(body) : undefined;
    const kind = new Map(Object.entries(SCHEMA_KINDS)).get(operation.type ?? '');
    if (id !== undefined && kind && operation.action !== 'list' && operation.action !== 'delete') {
      const link = element('a', `${words.console} ${id}`);
      link.href = `/_sandbox/#/${kind}/${id}`;
      parts.push(link);
    }
    const details = element('details');
    details.append(element('summary', words.headers), code(headers));
    parts.push(code(JSON.stringify(body, null, 2)), details);
    return parts;
  }
}

export function defineSend(): void {
  customElements.define('docs-send', Send);
}

function fieldsOf(form: HTMLFormElement): { token: string; path: string; body: string | undefined } {
  const data = new FormData(form);
  const body = data.get('body');
  return {
    token: String(data.get('token') ?? ''),
    path: String(data.get('path') ?? ''),
    body: body === null ? undefined : String(body),
  };
}

/** @throws a `SyntaxError` unless the field is JSON */
function bodyOf(form: HTMLFormElement): unknown {
  const { body } = fieldsOf(form);
  return body === undefined ? undefined : JSON.parse(body);
}

/** Returns the status of the object in a response, and for a change the newest event about the object. */
async function resultOf(body: unknown, method: string, call: Call, words: Words['send']): Promise<string[]> {
  const { id, status } = (body ?? {}) as { id?: unknown; status?: unknown };
  const result = typeof status === 'string' ? [`${words.status} ${status}`] : [];
  if (method === 'GET' || typeof id !== 'number') return result;
  const events = await call({ method: 'GET', path: `/_sandbox/events?id=${id}`, body: undefined });
  const [newest] = (events.body as { data?: { name: string }[] } | null)?.data ?? [];
  return newest ? [...result, `${words.event} ${newest.name}`] : result;
}

function contentOf(form: HTMLFormElement): string {
  const { path, body } = fieldsOf(form);
  return JSON.stringify([path, body]);
}

async function exchange({ method, path, body }: SentRequest, token: string) {
  const response = await fetch(path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return { status: response.status, headers, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function code(text: string): HTMLElement {
  const block = element('pre');
  block.tabIndex = 0;
  block.append(element('code', text));
  return block;
}
