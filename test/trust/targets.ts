/** The fuzzed readers of foreign input. Each one returns the problem of a result, and may throw only its own errors. */
import { writeFileSync } from 'node:fs';
import { maskPixCode, readBoleto, readPixCode } from '../../core/src/codes/index.ts';
import { webhookExamples } from '../../generated/webhook-examples.ts';
import { createSandboxFetch } from '../../sandbox/src/index.ts';
import { readScenario, ScenarioError } from '../../sandbox/src/scenario/index.ts';
import { readJsonBody } from '../../sandbox/src/server/wire/json-body.ts';
import { redact } from '../../src/redact.ts';
import { parseWebhookEvent, WebhookParseError } from '../../src/webhooks/index.ts';
import { readHar, UnreadableError } from '../../verify/src/recordings/index.ts';
import { snapshotDigest } from './snapshot-digest.ts';

export interface Target {
  /** Reads the input, also from a file that has it. Returns the problem, or nothing. */
  run(text: string, file: string): unknown;
  /** Inputs beside those of the corpus. */
  readonly examples?: readonly string[];
  /** The errors for invalid input. */
  readonly errors?: readonly (abstract new (
    ...args: never[]
  ) => Error)[];
}

const CARD = ['4024', '0071', '0393', '9509'].join('');

const sandbox = createSandboxFetch({ clock: '2026-11-20T12:00:00Z' });

async function request(method: string, path: string, body?: string): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer any' };
  const response = await sandbox(`http://gateway.example${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  await response.arrayBuffer();
  return response.status;
}

export const targets: Readonly<Record<string, Target>> = {
  redact: {
    run(text) {
      const shown = JSON.stringify([redact(text, { personal: true }), redact(parsed(text), { personal: true })]);
      const isWhole = new RegExp(`(?<![\\d. -])${CARD}(?![\\d. -])`).test(text);
      return isWhole && shown.includes(CARD) ? 'shows a card number' : undefined;
    },
  },
  webhook: {
    run(text) {
      parseWebhookEvent(text);
    },
    examples: Object.values(webhookExamples).map((event) => JSON.stringify(event)),
    errors: [WebhookParseError],
  },
  har: {
    run(_text, file) {
      readHar(file);
    },
    errors: [UnreadableError],
  },
  scenario: {
    run: (_text, file) => readScenario(file).then(() => undefined),
    errors: [ScenarioError],
  },
  pix: {
    run(text) {
      readPixCode(text);
      const masked = maskPixCode(text);
      return masked === undefined || masked.length === text.length ? undefined : 'masks in another length';
    },
  },
  boleto: {
    run(text) {
      readBoleto(text);
    },
  },
  snapshot: {
    async run(text) {
      const status = await request('PUT', '/_sandbox/snapshot', snapshotDigest(text));
      if (status >= 500) return `restore: ${status}`;
      if (status !== 204) return undefined;
      // Accepted input can be read.
      const paths = [
        '/v1/transactions',
        '/v1/customers',
        '/v1/subscriptions',
        '/_sandbox/events',
        '/_sandbox/snapshot',
      ];
      for (const path of paths) if ((await request('GET', path)) >= 500) return `${path} fails after the restore`;
      await sandbox.reset();
      return undefined;
    },
  },
  'json-body': {
    async run(text) {
      readJsonBody(Buffer.from(text), 'application/json', undefined);
      const status = await request('POST', '/v1/transactions', text);
      return status >= 500 ? `the sandbox responds with ${status}` : undefined;
    },
  },
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}

/** Writes an input where a reader of files finds it, and the test after a crash. */
export const keep = (file: string, text: string): void => writeFileSync(file, text);
