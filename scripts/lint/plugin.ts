/** The rules of this contract as a Redocly plugin. Each exported function in rules/ is a rule of its name, in kebab case. */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { kebabCase } from '../../core/src/util/letter-case.ts';
import { joinEvidence } from './evidence-file.ts';
import { asRedoclyRule, type Rule } from './rule.ts';

const files = readdirSync(new URL('rules/', import.meta.url)).map((file) => basename(file, '.ts'));
const modules: Record<string, Rule>[] = await Promise.all(files.map((file) => import(`./rules/${file}.ts`)));

export const lintRules: Readonly<Record<string, Rule>> = Object.fromEntries(
  modules.flatMap(Object.entries<Rule>).map(([name, rule]) => [kebabCase(name), rule]),
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
