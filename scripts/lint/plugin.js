// @ts-check
// The rules of this contract as a Redocly plugin. Each file in rules/ is a rule of its name.

import { readdirSync } from 'node:fs';
// Redocly loads this file itself. The rules, which are loaded after it, read evidence with the TypeScript module of the package.
import 'ts-blank-space/register';
import { asRedoclyRule } from './rule.js';

const names = readdirSync(new URL('rules/', import.meta.url)).map((file) => file.replace(/\.js$/, ''));

/** @type {Record<string, import('./rule.js').Rule>} */
export const rules = Object.fromEntries(
  await Promise.all(names.map(async (name) => [name, (await import(`./rules/${name}.js`)).default])),
);

/** The plugin for redocly.yaml. `gateway/all` turns on every rule, so that no rule is forgotten; `gateway/none` turns them off. */
export default function plugin() {
  const entries = Object.entries(rules);
  return {
    id: 'gateway',
    rules: { oas3: Object.fromEntries(entries.map(([name, rule]) => [name, asRedoclyRule(rule)])) },
    configs: {
      all: { rules: Object.fromEntries(entries.map(([name]) => [`gateway/${name}`, 'error'])) },
      none: { rules: Object.fromEntries(entries.map(([name]) => [`gateway/${name}`, 'off'])) },
    },
  };
}
