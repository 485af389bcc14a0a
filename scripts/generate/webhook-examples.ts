import { contractOf } from '../../core/src/contract/contract.ts';
import type { JsonObject } from '../../core/src/util/json.ts';
import type { ContractFile } from '../contract/read.ts';
import { printLiteral } from './print.ts';
import { header } from './stamp.ts';

/** The first example of each event. */
function webhookExampleTable(contract: JsonObject): Record<string, unknown> {
  return Object.fromEntries(
    contractOf(contract).webhooks.map(({ path, request }) => [path, [...(request?.examples.values() ?? [])][0]?.value]),
  );
}

export function generateWebhookExamples(contract: ContractFile): string {
  return `${header(contract, `The contract's example of each event, from which test events are made.`)}import type { webhooks } from './types.js';

export type WebhookEventName = keyof webhooks;

/** The body of an event as the gateway sends it. */
export type WebhookBody<Name extends WebhookEventName> = NonNullable<
  webhooks[Name]['post']['requestBody']
>['content']['application/json'];

export const webhookExamples: { readonly [Name in WebhookEventName]: WebhookBody<Name> } = ${printLiteral(webhookExampleTable(contract.root), 0, 200)};
`;
}
