import { isObject, listAt, objectAt } from '../../contract/json.js';
import type { JudgedContract } from '../judge/contract.js';
import type { Ledger } from '../judge/ledger.js';
import { Memory } from './memory.js';
import { isSuccess, judgeRefusal, type Rule, type Seen } from './rule.js';

/** Checks that a registration receives the events of its topics only. The delivery path identifies the registration. */
export function topicRule(contract: JudgedContract): Rule {
  const topics = new Memory<ReadonlySet<string>>();
  /** Maps the id of a registration to its path. */
  const paths = new Memory<string>();
  /** Maps a path to the topics of its delivered events. */
  const came = new Map<string, Set<string>>();
  const place = contract.placeOf(objectAt(objectAt(objectAt(contract.document, 'components'), 'schemas'), 'Webhook'));

  return {
    judge(seen, ledger) {
      const { operationId } = seen.operation;
      if (operationId === 'createWebhook') judgeAddress(seen, ledger);
      if ((operationId !== 'createWebhook' && operationId !== 'updateWebhook') || !isSuccess(seen.status)) return;
      const { id, url } = isObject(seen.returned) ? seen.returned : {};
      const path = pathOf(url) ?? paths.get(id);
      const events = listAt(seen.sent, 'events').filter((topic) => typeof topic === 'string');
      if (path === undefined) return;
      paths.set(id, path);
      // Registrations may share a path, and events of earlier topics may still arrive. Keep all topics.
      topics.set(path, new Set([...(topics.get(path) ?? []), ...events]));
    },

    delivered({ request }, ledger) {
      const path = pathOf(request.url);
      const registered = path === undefined ? undefined : topics.get(path);
      const event = isObject(request.body) ? request.body.event : undefined;
      if (path === undefined || !registered || typeof event !== 'string') return;
      const topic = `${event.split('.')[0]}s`;
      came.set(path, new Set(came.get(path)).add(topic));
      if (!registered.has(topic))
        ledger.refute('webhook-topics', 'An event came to a registration that had not named its topic.', place);
    },

    finish(ledger) {
      // Missing events count only if the gateway delivered events of other topics elsewhere.
      const all = new Set([...came.values()].flatMap((one) => [...one]));
      for (const [path, one] of came) {
        const registered = topics.get(path);
        if ([...one].every((topic) => registered?.has(topic)) && [...all].some((topic) => !registered?.has(topic)))
          ledger.confirm(
            'webhook-topics',
            'topics',
            'A registration received the events of its topics, and no others.',
            place,
          );
      }
    },
  };

  function judgeAddress({ sent, status }: Seen, ledger: Ledger): void {
    const url = isObject(sent) ? sent.url : undefined;
    if (typeof url !== 'string' || !/^(?!https?:)[a-z]+:\/\//.test(url)) return;
    const what = 'A registration of an address that is not http or https';
    judgeRefusal(ledger, { key: 'webhook-topics', part: 'address', what, status });
  }
}

function pathOf(url: unknown): string | undefined {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).pathname : undefined;
}
