// @ts-check
import { addCodeSamples } from './code-samples.ts';
import { writeGuide } from './guide.ts';
import { markEvidence } from './marks.ts';

/**
 * Decorators that turn the contract into what the page shows; `openapi.yaml` stays clean. Redocly gives each the whole
 * contract as it was parsed, references and all, and runs them in the order of redocly.yaml.
 *
 * @typedef {import('./contract.ts').Contract} Contract
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
