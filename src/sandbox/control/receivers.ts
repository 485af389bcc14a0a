import { readOption } from '../../server/option-table.js';
import type { StartReceiver } from '../events/index.js';
import { SANDBOX_OPTIONS } from '../options.js';
import { withoutSecrets } from './lists.js';

/** A receiver as the control API shows it. */
export interface ShownReceiver {
  readonly id: number;
  /** Without credentials and query. */
  readonly url: string;
  readonly topics?: string[];
}

/** Who gets events without a registration. */
export interface Receivers {
  /** Adds an address, unless it is there already. Throws one line for one that events are not sent to. */
  add(receiver: StartReceiver): ShownReceiver;
  list(): ShownReceiver[];
  /** Whether there was one of that id. */
  remove(id: number): boolean;
}

/** @param current the list that the engine reads; it is changed in place */
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
