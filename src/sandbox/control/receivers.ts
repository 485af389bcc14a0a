import { readOption } from '../../server/option-table.js';
import { withoutSecrets } from '../controls.js';
import type { StartReceiver } from '../events/index.js';
import { SANDBOX_OPTIONS } from '../options.js';

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
  let last = 0;
  const idOf = (url: string): number => {
    const id = ids.get(url) ?? ++last;
    ids.set(url, id);
    return id;
  };
  const shown = ({ url, topics }: StartReceiver): ShownReceiver => ({
    id: idOf(url),
    url: withoutSecrets(url),
    ...(topics !== undefined && { topics: [...topics] }),
  });

  return {
    add(receiver) {
      readOption('url', SANDBOX_OPTIONS.webhook, receiver.url, { allowRemoteWebhooks: allowRemote });
      const at = current.findIndex(({ url }) => url === receiver.url);
      current.splice(at < 0 ? current.length : at, at < 0 ? 0 : 1, receiver);
      return shown(receiver);
    },
    list: () => current.map(shown),
    remove(id) {
      const at = current.findIndex(({ url }) => ids.get(url) === id);
      if (at >= 0) current.splice(at, 1);
      return at >= 0;
    },
  };
}
