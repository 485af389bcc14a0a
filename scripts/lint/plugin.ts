/** The rules of this contract as a Redocly plugin. Each exported function in rules/ is a rule of its name, in kebab case. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { withEvidence } from '../../core/src/contract/with-evidence.ts';
import { type JsonObject, objectAt, stringAt } from '../../core/src/util/json.ts';
import { kebabCase } from '../../core/src/util/letter-case.ts';
import { EVIDENCE } from '../contract/read.ts';
import { asRedoclyRule, type LintContext, type Rule } from './rule.ts';

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
    preprocessors: { oas3: { evidence: () => ({ Root: joinEvidence }) } },
    rules: { oas3: Object.fromEntries(entries.map(([name, rule]) => [name, asRedoclyRule(rule)])) },
    configs: {
      all: { rules: Object.fromEntries(entries.map(([name]) => [`gateway/${name}`, 'error'])) },
      none: { rules: Object.fromEntries(entries.map(([name]) => [`gateway/${name}`, 'off'])) },
    },
  };
}

/** Joins a contract with the evidence file next to it before the rules run. A contract without one stays as it is. */
function joinEvidence(contract: JsonObject, { report, location }: LintContext): void {
  const file = join(dirname(location.source.absoluteRef), EVIDENCE);
  if (!existsSync(file)) return;
  const evidence = parse(readFileSync(file, 'utf8')) as JsonObject;
  const items = Object.values(objectAt(contract, 'paths')).flatMap((item) => Object.values(Object(item)));
  const ids = items.map((operation) => stringAt(operation, 'operationId'));
  for (const id of Object.keys(objectAt(evidence, 'x-resources')).filter((id) => !ids.includes(id))) {
    const message = `No operation has the id \`${id}\`: correct it, or remove its resource.`;
    report({ message, location: location.child(['x-resources', id]) });
  }
  Object.assign(contract, withEvidence(contract, evidence));
}
