/** A sandbox, a shop that receives its events and its buyers, and a browser. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../../../scripts/chromium.ts';
import { sharePages } from '../../../scripts/test/docs/chromium.ts';
import { built } from '../../../test/built/built.ts';
import { type SandboxServer, type SandboxServerOptions, startSandbox } from '../../src/index.ts';

export interface Shop extends AsyncDisposable {
  readonly url: string;
  /** Lines such as `transaction.status_changed 1005 paid`, in order of arrival. */
  readonly events: string[];
}

/** Starts a shop that receives events at `/hook`, and serves a page that shows its path at every other path. */
export async function openShop(): Promise<Shop> {
  const events: string[] = [];
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      response
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><title>Shop</title><h1>Shop ${request.url}</h1>`);
      return;
    }
    void text(request).then((body) => {
      const { event, model_id, payload } = JSON.parse(body);
      events.push([event, model_id, payload.status].filter(Boolean).join(' '));
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** An open page, with its error messages and its requests to other hosts. */
export interface Opened {
  readonly page: Page;
  /** Errors and warnings, such as violations of the content security policy. */
  readonly complaints: string[];
  /** Requests to hosts other than the sandbox and the page itself, without navigations. */
  readonly elsewhere: string[];
  close(): Promise<void>;
}

export interface World extends AsyncDisposable {
  readonly sandbox: SandboxServer;
  readonly shop: Shop;
  open(address: string, options?: BrowserContextOptions): Promise<Opened>;
  /** Sends a request, and resolves with the body of the response. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field
  api(method: string, path: string, body?: unknown, token?: string): Promise<any>;
  /** All response bodies that the pages received. */
  readonly seen: string[];
}

export async function openWorld(options: SandboxServerOptions = {}): Promise<World> {
  const [browser, shop] = await Promise.all([launchChromium(), openShop(), built('pages')]);
  const sandbox = await startSandbox({ port: 0, webhook: `${shop.url}/hook?key=shop-secret`, ...options });
  const seen: string[] = [];
  const pages = sharePages(browser);

  return {
    sandbox,
    shop,
    seen,
    async open(address, contextOptions) {
      const page = await pages.lend(contextOptions);
      const complaints: string[] = [];
      const elsewhere: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        // A refused request is not a page error.
        const isStatus = /^Failed to load resource: the server responded with a status of 4/.test(message.text());
        if (!isStatus && /^(?:error|warning)$/.test(message.type())) complaints.push(message.text());
      });
      page.on('request', (request) => {
        const isOwn = [sandbox.url, new URL(page.url()).origin].some((own) => request.url().startsWith(`${own}/`));
        if (!isOwn && !/^(data|blob):/.test(request.url()) && !request.isNavigationRequest())
          elsewhere.push(request.url());
      });
      page.on('response', (response) => {
        if (!/\/stream$|\.js$/.test(response.url()))
          response.text().then(
            (body) => seen.push(body),
            () => {},
          );
      });
      await page.goto(/^(?:https?|about):/.test(address) ? address : sandbox.url + address);
      return { page, complaints, elsewhere, close: () => pages.takeBack(page) };
    },
    async api(method, path, body, token = 'test-token') {
      const response = await fetch(sandbox.url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const told = await response.text();
      return told === '' ? undefined : JSON.parse(told);
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await sandbox.close();
      await shop[Symbol.asyncDispose]();
    },
  };
}
