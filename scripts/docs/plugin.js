// @ts-check
import { addCodeSamples } from './code-samples.js';
import { writeGuide } from './guide.js';
import { markEvidence } from './marks.js';

/**
 * Decorators that turn the contract into what the page shows; `openapi.yaml` stays clean. Redocly gives each the whole
 * contract as it was parsed, references and all. It loads this file and what it imports itself: hence JavaScript, since
 * Node 20 cannot read TypeScript, and a loader would take longer than all of them.
 *
 * @typedef {import('./types.ts').Contract} Contract
 */
export default function docsPlugin() {
  /** @param {(contract: Contract) => void} change */
  const onRoot = (change) => () => ({ Root: { leave: (/** @type {Contract} */ root) => change(root) } });
  return {
    id: 'docs',
    decorators: {
      oas3: { guide: onRoot(writeGuide), 'code-samples': onRoot(addCodeSamples), evidence: onRoot(markEvidence) },
    },
  };
}
