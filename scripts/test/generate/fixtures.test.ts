import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ACTS } from '../../../sandbox/src/acts/index.ts';
import { createControls } from '../../../sandbox/src/sandbox/code-controls.ts';
import { CONTROLS, FIXTURES, generateFixture, methodName } from '../../generate/fixtures.ts';

/** Returns the paths of the functions in an object: `pay`, `clock.advance`. */
const pathsOf = (value: object): string[] =>
  Object.entries(value).flatMap(([name, one]) =>
    typeof one === 'function' ? name : pathsOf(one).map((path) => `${name}.${path}`),
  );

test('the fixtures of other languages have every act and control of the sandbox', () => {
  const controls = createControls(() => Promise.reject(new Error('not called')));
  expect([...ACTS, ...Object.keys(CONTROLS)].sort()).toEqual(pathsOf(controls).sort());
});

test.each([...FIXTURES.keys()])('%s has the generated methods', (file) => {
  const text = readFileSync(file, 'utf8');
  // Compared as a boolean, because the difference would be long.
  expect(generateFixture(file, text) === text, `${file} is stale: run \`npm run generate\``).toBe(true);
  const names = [...text.matchAll(/^ {4}(?:def|public function) (\w+)\(/gm)].map(([, name = '']) =>
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
  const expected = Object.keys(CONTROLS).map(methodName);
  expect(names).toEqual(expect.arrayContaining([...ACTS, ...expected]));
});
