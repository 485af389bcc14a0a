import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../contract/contract.ts';
import { tables } from './document.ts';
import {
  createCard,
  createCustomer,
  createPix,
  createSubscription,
  pathsOf,
  pathsWithin,
  simulateTax,
} from './samples.ts';
import { otherSections, samplesWithoutToken, sentences } from './sentences.ts';
import { type Served, served } from './served.ts';
import { valueDifferences } from './values.ts';

describe.each(served)('the $name follows the source document', ({ name, open }) => {
  let server: Served;
  beforeAll(async () => {
    server = await open();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const followed = sentences.filter(({ notPrism }) => name !== 'Prism' || notPrism === undefined);
  test.each(followed)('$section: $says', ({ holds }) => holds(server));
});

describe.each(served.filter(({ name }) => name !== 'Prism'))('the $name with anonymous: true', ({ open }) => {
  test('takes the samples of 4.3 to 4.6, which carry no token, with a warning', async () => {
    await using server = await open({ anonymous: true });
    for (const sample of await samplesWithoutToken(server)) {
      const { status, warning } = await server.send({ ...sample, authorization: null });
      expect({ section: sample.section, status, warning }).toEqual({
        section: sample.section,
        status: 200,
        warning: expect.stringMatching(/^authorization: is missing/),
      });
    }
  });

  test('requires the header for 4.1 and 4.2', async () => {
    await using server = await open({ anonymous: true });
    for (const { section, holds } of sentences) if (['4.1', '4.2'].includes(section)) await holds(server);
  });
});

describe('the sentences', () => {
  test('cover every section', () => {
    const covered = [...sentences.map(({ section }) => section), ...Object.keys(otherSections)];
    expect([...new Set(covered)].sort()).toEqual(Object.keys(contract['x-source-document'].sections).sort());
  });

  test.each([createCard, createCustomer, createSubscription(1), createPix, simulateTax])(
    'of $section have a sample with exactly the fields of its table',
    ({ section, body }) => {
      const table = tables.find(({ sections, direction }) => direction === 'request' && sections.includes(section));
      expect(pathsWithin(body).sort()).toEqual(pathsOf(table?.fields ?? {}).sort());
    },
  );
});

test('a body that differs from a table is found', () => {
  const table = {
    id: 'integer',
    at: 'timestamp',
    day: 'datetime without zone',
    list: [{ name: 'string' }],
    tid: 'nullable',
  } as const;
  const right = {
    id: 1,
    at: '2026-11-20T13:05:41.482915Z',
    day: '2026-11-20T00:00:00',
    list: [{ name: 'a' }],
    tid: null,
  };
  expect(valueDifferences(table, { ...right, more: true })).toEqual([]);
  for (const [wrong, difference] of [
    [{ id: 1.5 }, 'body.id is 1.5, not integer'],
    [{ at: '2026-11-20T13:05:41Z' }, 'body.at is "2026-11-20T13:05:41Z", not timestamp'],
    [{ day: '2026-11-20T00:00:00Z' }, 'body.day is "2026-11-20T00:00:00Z", not datetime without zone'],
    [{ list: [{}] }, 'body.list[0].name is missing'],
    [{ list: {} }, 'body.list is no array'],
    [{ tid: undefined }, 'body.tid is missing'],
  ] as const) {
    expect(valueDifferences(table, { ...right, ...wrong })).toEqual([difference]);
  }
});
