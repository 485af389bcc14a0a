// @ts-check
// The rules of this contract as a Redocly plugin. Each rule is a file in rules/.

import { asRedoclyRule } from './rule.js';
import cardNumbersPublished from './rules/card-numbers-published.js';
import componentNamesFree from './rules/component-names-free.js';
import enumEvidenceInVocabulary from './rules/enum-evidence-in-vocabulary.js';
import errorResponsesShared from './rules/error-responses-shared.js';
import evidenceOfUse from './rules/evidence-of-use.js';
import evidencePresent from './rules/evidence-present.js';
import evidenceResolves from './rules/evidence-resolves.js';
import exampleIdsUnique from './rules/example-ids-unique.js';
import examplesAddUp from './rules/examples-add-up.js';
import examplesNewestFirst from './rules/examples-newest-first.js';
import examplesPaired from './rules/examples-paired.js';
import extensionsKnown from './rules/extensions-known.js';
import moneyUnit from './rules/money-unit.js';
import operationIdVerbNoun from './rules/operation-id-verb-noun.js';
import personalFields from './rules/personal-fields.js';
import registerComplete from './rules/register-complete.js';
import registerUsed from './rules/register-used.js';
import resourceDeclared from './rules/resource-declared.js';
import responseExamplesWithoutSecrets from './rules/response-examples-without-secrets.js';
import responseVocabulariesOpen from './rules/response-vocabularies-open.js';
import safeOnlyOnPost from './rules/safe-only-on-post.js';
import sensitiveFields from './rules/sensitive-fields.js';
import settleComplete from './rules/settle-complete.js';
import sourcesUsed from './rules/sources-used.js';
import statusValuesDescribed from './rules/status-values-described.js';
import testValuesComplete from './rules/test-values-complete.js';
import transitionsInVocabulary from './rules/transitions-in-vocabulary.js';
import vocabularyForm from './rules/vocabulary-form.js';

/** @type {Record<string, import('./rule.js').Rule>} */
export const rules = {
  'evidence-present': evidencePresent,
  'evidence-resolves': evidenceResolves,
  'evidence-of-use': evidenceOfUse,
  'register-complete': registerComplete,
  'register-used': registerUsed,
  'settle-complete': settleComplete,
  'sources-used': sourcesUsed,
  'examples-paired': examplesPaired,
  'examples-add-up': examplesAddUp,
  'examples-newest-first': examplesNewestFirst,
  'example-ids-unique': exampleIdsUnique,
  'response-examples-without-secrets': responseExamplesWithoutSecrets,
  'card-numbers-published': cardNumbersPublished,
  'test-values-complete': testValuesComplete,
  'component-names-free': componentNamesFree,
  'operation-id-verb-noun': operationIdVerbNoun,
  'response-vocabularies-open': responseVocabulariesOpen,
  'vocabulary-form': vocabularyForm,
  'enum-evidence-in-vocabulary': enumEvidenceInVocabulary,
  'transitions-in-vocabulary': transitionsInVocabulary,
  'status-values-described': statusValuesDescribed,
  'sensitive-fields': sensitiveFields,
  'personal-fields': personalFields,
  'money-unit': moneyUnit,
  'resource-declared': resourceDeclared,
  'safe-only-on-post': safeOnlyOnPost,
  'error-responses-shared': errorResponsesShared,
  'extensions-known': extensionsKnown,
};

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
