import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createControls } from '../../../sandbox/src/sandbox/code-controls.ts';
import { SANDBOX } from '../../generate/derive.ts';
import { FIXTURES, generateFixture } from '../../generate/fixtures.ts';

/** Returns the names of the functions in an object. Two controls have the name of another method without their group. */
const namesOf = (value: object, group = ''): string[] =>
  Object.entries(value).flatMap(([name, one]) => {
    if (typeof one !== 'function') return namesOf(one, name);
    return group === 'events' && ['list', 'release'].includes(name) ? `${name}Events` : name;
  });

test.each(FIXTURES)('%s has the generated methods of the acts, and each control of the sandbox', (file) => {
  const text = readFileSync(file, 'utf8');
  // Compared as a boolean, because the difference would be long.
  expect(generateFixture(file, text) === text, `${file} is stale: run \`npm run generate\``).toBe(true);
  const names = [...text.matchAll(/^ {4}(?:def|public function) (\w+)\(/gm)].map(([, name = '']) =>
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
  const controls = createControls(() => Promise.reject(new Error('not called')));
  expect(names).toEqual(expect.arrayContaining(namesOf(controls)));
});

test.each(FIXTURES)('each request of %s is an operation of the control API', (file) => {
  const { paths } = parse(readFileSync(SANDBOX, 'utf8'));
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(Object(item)).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`),
  );
  const requests = readFileSync(file, 'utf8').matchAll(/control\(['"]([A-Z]+)['"], f?['"]([^'"?]+)/g);
  const sent = [...requests].map(([, method, path]) => `${method} /_sandbox/${path?.replace(/\{.*?\}|\$\w+/g, '{}')}`);
  expect(sent.length).toBeGreaterThan(20);
  expect(sent.filter((request) => !operations.includes(request))).toEqual([]);
});
