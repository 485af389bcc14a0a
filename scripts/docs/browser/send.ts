import { KINDS as KEPT } from '../../../src/sandbox/rules/kinds.ts';
import { type Adapted, type Call, firstId, Missing, Planner, type SendOperation } from '../sending/plan.ts';

// "Send" beside each example. Only the sandbox gives this script to the page, in which it replaces SEND_DATA at the build.
declare const SEND_DATA: { operations: SendOperation[]; words: SendWords };

export interface SendWords {
  send: string;
  sending: string;
  token: string;
  create: string;
  missing: string;
  changed: string;
  headers: string;
  console: string;
  failed: string;
}

/** What the console calls the kinds of objects. Acquirers are a list of their own in the configuration. */
const KINDS: Record<string, string> = { ...KEPT, Acquirer: 'acquirers' };

const { operations, words } = SEND_DATA;
let token = 'docs';

// Redoc renders an operation when its place comes near: buttons are added as the panels appear.
new MutationObserver(addButtons).observe(document.documentElement, { childList: true, subtree: true });
addEventListener('DOMContentLoaded', addButtons);

function addButtons(): void {
  for (const panel of document.querySelectorAll('.panel-request-samples')) {
    if (panel.querySelector('.docs-send')) continue;
    const anchor = panel.closest('[data-section-id]')?.getAttribute('data-section-id')?.toLowerCase();
    const operation = operations.find((each) => each.anchor === anchor);
    if (operation) panel.append(sender(operation));
  }
}

function sender(operation: SendOperation): HTMLElement {
  const box = element('div', 'docs-send');
  const button = element('button', 'docs-send-button', words.send);
  const field = document.createElement('input');
  field.value = token;
  field.setAttribute('aria-label', words.token);
  field.title = words.token;
  field.autocomplete = 'off';
  field.addEventListener('input', () => {
    token = field.value;
  });
  const output = element('div', 'docs-send-output');
  output.setAttribute('aria-live', 'polite');
  const run = (create: boolean) => async () => {
    button.disabled = true;
    output.replaceChildren(words.sending);
    output.replaceChildren(
      ...(await send(operation, create, run(true)).catch((error) => [`${words.failed} ${error}`])),
    );
    button.disabled = false;
  };
  button.addEventListener('click', run(false));
  box.append(button, field, output);
  return box;
}

async function send(operation: SendOperation, create: boolean, again: () => void): Promise<(Node | string)[]> {
  const names = Object.keys(operation.examples);
  // The choice of the page, by the address of the operation.
  const { docs } = globalThis as unknown as { docs: { chosen: (operation: string) => string | undefined } };
  const example = docs.chosen(operation.anchor) ?? names[0] ?? '';
  let adapted: Adapted;
  try {
    adapted = await new Planner(operations, call, { create }).adapt(operation, names.includes(example) ? example : '');
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    const offer = element('button', 'docs-send-button', words.create);
    offer.addEventListener('click', again);
    return [element('p', '', `${words.missing} ${error.message}`), offer];
  }
  const { status, body, headers } = await exchange(adapted);
  const parts: (Node | string)[] = [element('p', '', `${adapted.method} ${adapted.path} → ${status}`)];
  if (adapted.changes.length > 0) parts.push(element('p', '', `${words.changed} ${adapted.changes.join(', ')}`));
  const id = status < 300 ? firstId(body) : undefined;
  const kind = KINDS[operation.type ?? ''];
  if (id !== undefined && kind && operation.action !== 'list' && operation.action !== 'delete') {
    const link = element('a', '', `${words.console} ${id}`);
    link.href = `/_sandbox/#/${kind}/${id}`;
    parts.push(link);
  }
  const details = element('details', '');
  details.append(element('summary', '', words.headers), code(headers));
  parts.push(details, code(JSON.stringify(body, null, 2)));
  return parts;
}

const call: Call = (request) => exchange(request);

async function exchange({ method, path, body }: Parameters<Call>[0]) {
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
  const block = element('pre', 'code');
  block.tabIndex = 0;
  block.append(element('code', '', text));
  return block;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
