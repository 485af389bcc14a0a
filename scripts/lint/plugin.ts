/** The rules of this contract as a Redocly plugin. Each file in rules/ is a rule of its name. */
import { readdirSync } from 'node:fs';
import { joinEvidence } from './evidence-file.ts';
import { asRedoclyRule, type Rule } from './rule.ts';

const names = readdirSync(new URL('rules/', import.meta.url)).map((file) => file.replace(/\.ts$/, ''));

export const lintRules: Readonly<Record<string, Rule>> = Object.fromEntries(
  await Promise.all(names.map(async (name) => [name, (await import(`./rules/${name}.ts`)).default])),
);

/** The plugin for redocly.yaml. `gateway/all` turns on every rule, so that no rule is forgotten; `gateway/none` turns them off. */
export default function plugin() {
  const entries = Object.entries(lintRules);
  return {
    id: 'gateway',
    preprocessors: { oas3: { evidence: joinEvidence } },
    rules: { oas3: Object.fromEntries(entries.map(([name, rule]) => [name, asRedoclyRule(rule)])) },
    configs: {
      all: { rules: Object.fromEntries(entries.map(([name]) => [`gateway/${name}`, 'error'])) },
      none: { rules: Object.fromEntries(entries.map(([name]) => [`gateway/${name}`, 'off'])) },
    },
  };
}
