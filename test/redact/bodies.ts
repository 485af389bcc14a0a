type Body = (size: number) => unknown;

const luhnless = (index: number) => `4111${String(index).padStart(12, '0')}`;
const list = <T>(length: number, make: (index: number) => T) =>
  Array.from({ length: Math.floor(length) }, (_, at) => make(at));

/** A repeated string next to a secret that starts the same and ends differently. */
const run =
  (unit: string): Body =>
  (size) => ({
    card_number: `${unit.repeat(Math.floor(100 / unit.length))}x`,
    credentials: `${unit.repeat(Math.floor(size / 2 / unit.length))}x`,
    note: unit.repeat(Math.floor(size / 2 / unit.length)),
  });

/** A name of one string over and over: of a field, and within a string. */
const name =
  (unit: string): Body =>
  (size) => {
    const long = unit.repeat(Math.floor(size / 2 / unit.length));
    return { [long]: 1, note: `${long}a:1` };
  };

/** Bodies of about a given size that hurt one algorithm or another. */
export const worstBodies: Readonly<Record<string, Body>> = {
  'plain JSON': (size) => ({
    data: list(size / 160, (id) => ({
      id,
      status: 'paid',
      amount: 15990 + id,
      card_id: id * 7,
      customer: { name: 'Maria Souza', email: 'maria@example.com' },
      created_at: '2026-11-21T10:20:30.000Z',
      metadata: '{"order": 17}',
    })),
  }),
  '3,000 secrets': (size) => ({
    cards: list(3_000, (index) => ({ card_number: luhnless(index) })),
    note: list(size / 40, (index) => `${luhnless(index * 7)} was refused`),
  }),
  'as many secrets as fit': (size) =>
    list(size / 45, (index) => ({ card_number: luhnless(index), note: luhnless(index + 1) })),
  'secrets of all lengths that begin alike': (size) => ({
    credentials: list(Math.sqrt(size), (length) => `${'a'.repeat(length)}b`),
    note: 'a'.repeat(size / 2),
  }),
  'short secrets': (size) => ({
    credentials: list(size / 12, (index) => index.toString(36).padStart(4, 'a')),
    note: list(size / 12, (index) => index.toString(36).padStart(4, 'b')).join(' '),
  }),
  'depth 10,000': (size) => list(size / 80_000, () => JSON.parse(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)),
  'sensitive objects in each other': (size) =>
    JSON.parse(`${'{"credentials":'.repeat(size / 16)}"abcdefgh"${'}'.repeat(size / 16)}`),
  'runs of backslashes': run('\\'),
  'runs of digits': run('1'),
  'runs of quotes': run('"'),
  'runs of unicode escapes': run('\\u0061'),
  'runs of escaped quotes': run('\\"'),
  'digits and spaces in turn': run('1 '),
  'names and signs': run('token='),
  'header lines that go on': run('Cookie: a="'),
  'quoted names of strings': run('"token":"'),
  'escaped quoted names': run('\\"token\\":\\"'),
  brackets: run('['),
  'Bearer and Bearer': run('Bearer '),
  'dots and dashes': run('.-'),
  'runs of encoded percent signs': run('%25'),
  'a percent sign encoded over and over': (size) => ({ card_cvv: '%%%', note: `%${'25'.repeat(size / 2)}` }),
  'a name of backslashes': name('\\'),
  'a name of escapes': name('\\u005c'),
  'a name of dashes': name('-'),
  'a name of sensitive words': name('card_'),
  'a name of capital letters': name('CardNumber'),
  'a long array of empty objects': (size) => list(size / 3, () => ({})),
  'strings that nearly are JSON': (size) => list(size / 6, () => '[x]'),
  'many distinct keys': (size) => Object.fromEntries(list(size / 16, (index) => [`k${index}`, index])),
  'many keys that hold a card number': (size) =>
    Object.fromEntries(list(size / 26, (index) => [`4532015112830366-${index}`, index])),
  'one key of all of it': (size) => ({ ['aB'.repeat(size / 2)]: 1, [`${'a['.repeat(10)}`]: 2 }),
  pairs: (size) => list(size / 20, () => ['Cookie', 'abcdefgh']),
  'JSON in JSON in JSON': (size) => {
    let text = JSON.stringify({ card_cvv: '123', note: 'x'.repeat(size / 2) });
    while (text.length < size) text = JSON.stringify({ body: text, more: text.slice(0, 1) });
    return text;
  },
};
