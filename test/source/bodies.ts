/** The bodies of an operation as places: what their fields inherit begins with the evidence of the operation. */
import { type ContractOperation, requestMedia, responsesOf } from '../contract/contract.ts';
import { success } from './document.ts';
import { evidenceList, type Place, place } from './evidence.ts';

/** Throws where the operation takes no JSON. */
export function requestBody({ operationId, operation }: ContractOperation): Place {
  const media = requestMedia(operation);
  if (media === undefined) throw new Error(`${operationId} takes no JSON body.`);
  return place(media.schema, evidenceList(operation['x-evidence']));
}

/** The response of a success. Throws where it is not JSON. */
export function responseBody({ operationId, operation }: ContractOperation): Place {
  const [, response] = responsesOf(operation).find(([status]) => status === success) ?? [];
  const media = response?.content?.['application/json'];
  if (media === undefined) throw new Error(`${operationId} has no JSON response for ${success}.`);
  return place(media.schema, evidenceList(operation['x-evidence']));
}

/** The form of a request that its discriminator chooses for a value. Throws where it knows none. */
export function formOf(body: Place, value: string): Place {
  const { propertyName, mapping } = body.schema.discriminator ?? {};
  const target = mapping?.[value];
  if (target === undefined) throw new Error(`No form of the request is mapped to ${propertyName} ${value}.`);
  return place({ $ref: target }, body.evidence);
}
