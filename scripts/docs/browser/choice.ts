import type { Choice } from './data.ts';

/** What Redoc keeps for each operation, request and response; of it, what is chosen. */
interface Selection {
  activeExampleKey?: string;
  /** The chosen tab, by the field that chooses it. */
  activeDiscriminator?: Record<string, number>;
}

type Selections = Record<string, Selection>;

export interface Choices {
  /** Called instead of storing `next` below `id` whenever a reader chooses; returns all selections as they are then. */
  select: (all: Selections, id: string, next: Selection, change: Partial<Selection>) => Selections;
  /** An address with an example, as Redoc's own deep links write it; any other one as it is. */
  hash: (hash: string) => string;
  /** The example that a reader chose for an operation; undefined for the first one. */
  chosen: (operation: string) => string | undefined;
}

/**
 * Ties together what Redoc keeps apart: the list of examples, the tabs of the body, and the address, which names the chosen
 * example: `#/transactions/createtransaction?example=pix`.
 */
export function createChoices(choices: Record<string, Choice>): Choices {
  const chosen = new Map<string, string>();
  keepInAddress(chosen);

  return {
    chosen: (operation) => chosen.get(operation),
    hash(hash) {
      const [, operation, example] = /^#\/([^?#]+)\?example=([\w.-]+)$/.exec(hash) ?? [];
      return operation ? `#/${operation}#${operation}/ex=${example}` : hash;
    },
    select(all, id, next, change) {
      const selections = { ...all, [id]: next };
      const operation = id.split('#')[0] ?? id;
      const choice = choices[operation.toLowerCase()];
      if (change.activeExampleKey) {
        name(operation, change.activeExampleKey);
        const tab = choice?.examples[change.activeExampleKey];
        if (choice && tab !== undefined) {
          const request = `${operation}#${choice.body}`;
          const before = selections[request] ?? {};
          selections[request] = {
            ...before,
            activeDiscriminator: { ...before.activeDiscriminator, [choice.field]: tab },
          };
        }
      }
      const tab =
        choice && id === `${operation}#${choice.body}` ? change.activeDiscriminator?.[choice.field] : undefined;
      if (choice && tab !== undefined) {
        const current = all[operation]?.activeExampleKey || Object.keys(choice.examples)[0] || '';
        if (choice.examples[current] !== tab) {
          const first = Object.keys(choice.examples).find((example) => choice.examples[example] === tab);
          if (first) {
            selections[operation] = { ...selections[operation], activeExampleKey: first };
            name(operation, first);
          }
        }
      }
      return selections;
    },
  };

  function name(operation: string, example: string): void {
    chosen.set(operation.toLowerCase(), example);
    history.replaceState(history.state, '', `#${operation}`);
  }
}

/** Redoc writes the operation into the address that a reader scrolls to, and forgets the example: this adds it. */
function keepInAddress(chosen: Map<string, string>): void {
  const replace = history.replaceState.bind(history);
  history.replaceState = (state, unused, url) => {
    const [, before = '', operation = ''] = /^([^#]*)#(\/[^#]*)$/.exec(String(url ?? '')) ?? [];
    const example = chosen.get(operation.toLowerCase());
    replace(state, unused, example ? `${before}#${operation}?example=${example}` : url);
  };
}
