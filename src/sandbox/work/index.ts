export { Refusal } from './refusal.js';
export { seek } from './seek.js';
export { settingsOf } from './settings.js';
export { type Run, Unit } from './unit.js';
export type { Changes, DueRule, NewObject, Reply, Rule, RuleRequest, SandboxSettings, Work } from './work.js';
