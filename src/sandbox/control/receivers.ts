import { readOption } from '../../server/option-table.js';
import type { StartReceiver } from '../events/index.js';
import { SANDBOX_OPTIONS } from '../options.js';
import { withoutSecrets } from './lists.js';

/** A receiver as the control API shows it. */
export interface ShownReceiver {
  readonly id: number;
  /** The address without credentials and query. */
  readonly url: string;
  readonly topics?: string[];
}

/** The receivers that get events without a registration. */
export interface Receivers {
  /** Adds an address, unless the list has it. Throws one line for an address that the sandbox must not send to. */
  add(receiver: StartReceiver): ShownReceiver;
  list(): ShownReceiver[];
  /** Removes a receiver. Returns false for an unknown id. */
  remove(id: number): boolean;
}

/** @param current the list that the engine reads; this function changes it in place */
export function createReceivers(current: StartReceiver[], allowRemote: boolean): Receivers {
  const ids = new Map<string, number>();
  const keyOf = ({ url, account = '' }: StartReceiver): string => `${account} ${url}`;
  const idOf = (receiver: StartReceiver): number => {
    const key = keyOf(receiver);
    const id = ids.get(key) ?? ids.size + 1;
    ids.set(key, id);
    return id;
  };
  const shown = (receiver: StartReceiver): ShownReceiver => ({
    id: idOf(receiver),
    url: withoutSecrets(receiver.url),
    ...(receiver.topics !== undefined && { topics: [...receiver.topics] }),
  });

  return {
    add(receiver) {
      readOption('url', SANDBOX_OPTIONS.webhook, receiver.url, { allowRemoteWebhooks: allowRemote });
      const at = current.findIndex((one) => keyOf(one) === keyOf(receiver));
      current.splice(at < 0 ? current.length : at, at < 0 ? 0 : 1, receiver);
      return shown(receiver);
    },
    list: () => current.map(shown),
    remove(id) {
      const at = current.findIndex((one) => ids.get(keyOf(one)) === id);
      if (at >= 0) current.splice(at, 1);
      return at >= 0;
    },
  };
}
