import { expect, test } from 'vitest';
import { disruptionsFor, NO_TRACE, type SeenRequest, type Trace } from '../../src/explore/disruptions.js';

const about = {
  part: 'flow',
  isBeside: false,
  hasCard: false,
  hasEvents: false,
  causedEvents: false,
  outcome: 'wrote 1001',
};
const CHARGE: SeenRequest = {
  ...about,
  place: 'createTransaction #1',
  operationId: 'createTransaction',
  isRead: false,
};
const LOOK_UP: SeenRequest = { ...about, place: 'listTransactions #1', operationId: 'listTransactions', isRead: true };
const REFUND: SeenRequest = {
  ...about,
  place: 'refundTransaction #1',
  operationId: 'refundTransaction',
  isRead: false,
};

const traceOf = (...requests: SeenRequest[]): Trace => ({ ...NO_TRACE, requests });
const namesAt = (place: string, trace: Trace, parent: Trace) =>
  disruptionsFor(trace, parent)
    .filter((one) => one.place === place && (one.kind === 'request' || one.kind === 'crash'))
    .map(({ name }) => name.slice(place.length + 2));

test('disturbs a recovery with one fault of each class', () => {
  expect(namesAt('listTransactions #1', traceOf(CHARGE, LOOK_UP), traceOf(CHARGE))).toEqual([
    ...['503', 'an outage', 'crash before'],
  ]);
  const ofWrite = namesAt('refundTransaction #1', traceOf(CHARGE, REFUND), traceOf(CHARGE));
  expect(ofWrite).toEqual([
    ...['reset after commit', 'carried out late', 'reset after commit, then an outage', 'reset'],
    ...['crash after', 'crash before'],
  ]);
  expect(namesAt('refundTransaction #1', traceOf(REFUND), NO_TRACE).length).toBeGreaterThan(ofWrite.length);
});

test('does not disturb a request that the parent run has, or one that runs beside another part', () => {
  expect(namesAt('createTransaction #1', traceOf(CHARGE), traceOf(CHARGE))).toEqual([]);
  const beside = { ...CHARGE, isBeside: true };
  expect(namesAt('createTransaction #1', traceOf(beside), NO_TRACE)).toEqual([]);
  expect(namesAt('createTransaction #1', traceOf(CHARGE), NO_TRACE)).not.toEqual([]);
});

test('disturbs the look-up of a repair job that has one in every run, once an outcome is unknown', () => {
  const job = { ...LOOK_UP, part: 'repair job', place: 'repair job: listTransactions #1' };
  const trace = traceOf(CHARGE, job);
  const isAfterUnknown = (name: string) => {
    const one = disruptionsFor(trace, NO_TRACE).find((found) => found.name === `createTransaction #1: ${name}`);
    return disruptionsFor(trace, trace, one && [one]).some((found) => found.name === `${job.place}: 503`);
  };
  const names = ['reset after commit', 'carried out late', 'crash after', '429', '503'];
  expect(names.filter(isAfterUnknown)).toEqual(['reset after commit', 'carried out late', 'crash after']);
});

test('after two disruptions, varies only what decides about money', () => {
  const assumption = (entry: string, decides: 'money' | 'form') => ({
    ...{ entry, uses: 1, decides, variant: undefined, variants: { other: 'It differs.' } },
  });
  const trace: Trace = {
    ...traceOf(CHARGE, LOOK_UP),
    assumptions: [assumption('error-body', 'form'), assumption('reference-key', 'money')] as never,
  };
  const all = disruptionsFor(traceOf(CHARGE), NO_TRACE);
  const after = (size: number) =>
    disruptionsFor(trace, traceOf(CHARGE), all.slice(0, size))
      .filter(({ kind }) => kind === 'assumption')
      .map(({ place }) => place.replace('assumption ', ''));
  expect([after(1), after(2)]).toEqual([['error-body', 'reference-key'], ['reference-key']]);
});
