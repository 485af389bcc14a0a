// @ts-check
import { parseEvidence } from '../../../src/contract/evidence.ts';
import { child } from '../../contract/elements.js';
import { evidenceStatements } from '../../contract/evidence.js';

/** @type {import('../rule.js').Rule} */
export default function* registerUsed(contract) {
  const used = new Set(evidenceStatements(contract).map(({ text }) => parseEvidence(text)?.reference));
  for (const key of Object.keys(child(contract, 'x-evidence-register'))) {
    if (!used.has(key)) {
      yield {
        path: ['x-evidence-register', key],
        message: `No element uses \`${key}\` as evidence: add it where it applies, or remove it.`,
      };
    }
  }
}
