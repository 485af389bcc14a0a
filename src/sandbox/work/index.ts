export { Refusal } from './refusal.js';
export { Unit } from './unit.js';
export type { Changes, DueRule, NewObject, Reply, Rule, RuleRequest, SandboxSettings, Work } from './work.js';
