import { redact } from 'payment-gateway-contract';
import type { WireResponse } from 'payment-gateway-core/access';
import { printable } from 'payment-gateway-core/codes';
import { isObject, listAt } from 'payment-gateway-core/util';
import {
  mapWords,
  print,
  type Sentence,
  SentenceError,
  type SentenceLanguage,
  say,
  type Text,
} from '../sentences/index.js';

const WIDTH = 38;
/** The most characters of a message. */
const LONGEST = 300;
/** The most steps to print. A shop that sends a request again and again has more. */
const MOST = 60;

/** Who acts in a run. The others are the buyer, the back office, the bank, and someone who forges events. */
export type Side = 'others' | 'shop' | 'gateway';

/** One step. Its outcome may come later: until then it is empty. */
export interface Step {
  readonly what: Text;
  outcome: Text;
  /** Who acted on whom. Without them, it is a note. */
  readonly from?: Side;
  readonly to?: Side;
  lost?: 'request' | 'response';
  /** The payment or other object that the gateway wrote. */
  wrote?: string;
  /** Part of a diagram only. The printed lines leave out what began a part of the shop, and what the buyer did. */
  readonly isDrawn?: boolean;
}

export class Timeline {
  readonly #steps: Step[] = [];
  readonly #secrets: string[];

  constructor(...secrets: string[]) {
    this.#secrets = secrets;
  }

  add(what: Text, outcome: Text = '', more: Pick<Step, 'from' | 'to' | 'isDrawn'> = {}): Step {
    const step = { what, outcome, ...more };
    this.#steps.push(step);
    return step;
  }

  get #printed(): Step[] {
    return this.#steps.filter(({ isDrawn }) => !isDrawn);
  }

  /** The oldest step without an outcome. */
  get open(): Text | undefined {
    return this.#printed.find(({ outcome }) => outcome === '')?.what;
  }

  get last(): Text | undefined {
    return this.#printed.at(-1)?.what;
  }

  /** Returns the steps without secrets. Equal ones in a row, such as those of a poll, are one. */
  steps(): Step[] {
    const steps: { step: Step; count: number }[] = [];
    for (const { what, outcome, ...more } of this.#steps) {
      const answer = outcome === '' && !more.isDrawn ? say('no-answer') : outcome;
      const step = { ...more, what: this.#shown(what), outcome: this.#shown(answer) };
      const last = steps.at(-1);
      if (last && JSON.stringify(last.step) === JSON.stringify(step)) last.count++;
      else steps.push({ step, count: 1 });
    }
    const merged = steps.map(({ step, count }) =>
      count === 1 ? step : { ...step, outcome: say('step-times', { outcome: step.outcome, count }) },
    );
    const count = merged.length - MOST;
    if (count <= 0) return merged;
    const between: Step = { what: say('more-steps', { count }), outcome: '' };
    return [...merged.slice(0, MOST / 2), between, ...merged.slice(-MOST / 2)];
  }

  #shown<Given extends Text>(text: Given): Given {
    const hide = (word: string) => printable(String(redact(word, { secrets: this.#secrets, fields: false })));
    return mapWords(text, hide);
  }
}

export function linesOf(steps: readonly Step[], language: SentenceLanguage): string[] {
  const printed = steps.filter(({ isDrawn }) => !isDrawn);
  const digits = String(printed.length).length;
  return printed.map(({ what, outcome }, index) => {
    const line = `${print(what, language).padEnd(WIDTH)} ${print(outcome, language)}`;
    return `${String(index + 1).padStart(digits)}  ${line}`.trimEnd();
  });
}

/** Returns the action of the gateway: `wrote 1001, paid`. */
export function describeResponse(method: string, { status, body }: WireResponse): Sentence {
  if (status >= 400 || !isObject(body)) {
    const [reason] = listAt(body, 'errors');
    if (typeof reason !== 'string') return say('answered', { status });
    return say('answered-because', { status, message: reason.slice(0, LONGEST) });
  }
  const { data, total, id, status: state } = body;
  if (Array.isArray(data)) return say('listed', { status, count: data.length, total: String(total ?? data.length) });
  if (id === undefined) return say('answered', { status });
  return say(method === 'POST' ? 'wrote' : 'showed', { object: state === undefined ? String(id) : `${id}, ${state}` });
}

export const englishOf = (text: Text): string => print(text, 'en');

export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, LONGEST);
}

export const exceptionOf = (error: unknown): Sentence =>
  error instanceof SentenceError ? error.sentence : say('exception', { message: messageOf(error) });
