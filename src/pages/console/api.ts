import { operationIds } from '../../../generated/operation-ids.js';
/** The control API, as the console sees it. */
import type { components } from '../../../generated/sandbox-types.js';
import { type Asked, ask } from '../shared/ask.js';

export type Schemas = components['schemas'];
export type Overview = Schemas['Overview'];
export type Details = Schemas['Details'];
export type Kind = Schemas['Kind'];
export type LoggedRequest = Schemas['Requests']['requests'][number];
export type Shown = Schemas['Object'] & Record<string, unknown>;

let account: string | undefined;

/** Which account is asked about from now on; undefined for the one of everybody. */
export function chooseAccount(name: string | undefined): void {
  account = name;
}

export function headers(): Record<string, string> {
  return account === undefined ? {} : { 'x-sandbox-account': account };
}

/** @param path below `/_sandbox/`, where the console is too */
export function call<Body>(path: string, asked: Asked = {}): Promise<Body> {
  return ask<Body>(path, { ...asked, headers: headers() });
}

/** The names of all operations of the gateway. */
export const operationNames: readonly string[] = Object.values(operationIds)
  .flatMap((methods) => Object.values(methods))
  .sort();
