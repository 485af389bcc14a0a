/** The control API, as the console uses it. */
import { operations } from 'payment-gateway-core/values';
import { type Asked, ask, type Schemas } from '../shared/ask.js';
import { language } from '../shared/locale.js';

export type { Schemas };
export type Overview = Schemas['Overview'];
export type Details = Schemas['Details'];
export type Kind = Schemas['Kind'];
export type LoggedRequest = Schemas['Requests']['requests'][number];
export type Shown = Schemas['Object'] & Record<string, unknown>;

/** The ids of the gateway's operations, sorted. */
export const operationNames: readonly string[] = Object.keys(operations).sort();

const root = document.getElementById('page');
/** The address of the docs in the language of the page, if the sandbox serves them. */
export const docs = root?.dataset.docs === undefined ? undefined : language === 'en' ? '../docs/' : '../docs/pt-br/';

let account: string | undefined;

/** Selects the account for the following calls; `undefined` for the default one. */
export function chooseAccount(name: string | undefined): void {
  account = name;
}

export function headers(): Record<string, string> {
  return account === undefined ? {} : { 'x-sandbox-account': account };
}

/** @param path below `/_sandbox/`, which is the console's own folder */
export function call<Body>(path: string, asked: Asked = {}): Promise<Body> {
  return ask<Body>(path, { ...asked, headers: headers() });
}
