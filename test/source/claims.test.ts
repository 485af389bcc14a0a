import { describe, expect, it } from 'vitest';
import {
  type ContractOperation,
  contract,
  type Evidence,
  operationNamed,
  operations,
  type Parameter,
  requestMedia,
  responsesOf,
  webhooks,
} from '../contract/contract.ts';
import { requestBody, responseBody } from './bodies.ts';
import { unfoundedClaims, valueEvidence, vocabulary } from './claims.ts';
import { document, success, tables, values } from './document.ts';
import { combined, documentedSection, evidenceList, type Place, place, placesAt, weaker } from './evidence.ts';
import { operationEvidence } from './operations.ts';

describe('documented elements appear in the source document', () => {
  describe.each(operations)('$operationId', (one) => {
    it('fields and values', () => {
      expect(bodyClaims(one, 'request').join('\n')).toBe('');
    });

    it('parameters', () => {
      const claiming = one.parameters.filter((parameter) => documentedSection(parameterEvidence(one, parameter)));
      const shown = one.operationId === 'deleteCustomer' ? ['id'] : [];
      expect(claiming.map(({ name }) => name)).toEqual(shown);
    });

    it('responses', () => {
      const claiming = responsesOf(one.operation)
        .filter(([status, response]) => documentedSection(responseEvidence(one, status, response['x-evidence'])))
        .map(([status]) => status);
      const { status, operationId } = document.badRequest;
      const shown = [
        ...(operationEvidence.get(one.operationId)?.startsWith('documented') ? [success] : []),
        ...(one.operationId === operationId ? [status] : []),
      ];
      expect(claiming).toEqual(shown);
    });

    it('the bearer header', () => {
      const section = documentedSection(one.operation['x-evidence-of']?.security);
      const shown = document.bearerShown[one.operationId];
      // Section 5 lists both operations, so it may stand for either.
      expect(section === '5' && shown ? shown : section).toBe(shown);
    });
  });

  it.each(webhooks)('$path: the event, which section 6 does not show', (one) => {
    expect(documentedSection(one.operation['x-evidence'])).toBeUndefined();
    // The gateway sends an event, so its fields are those of a response.
    expect(bodyClaims(one, 'response').join('\n')).toBe('');
  });

  it('every section in the contract exists in the document', () => {
    const named = JSON.stringify(contract).matchAll(/"documented ([^"]*)"/g);
    const unknown = [...named].map(([, section]) => section).filter((section) => !isSection(section));
    expect(unknown).toEqual([]);
  });
});

it.each(values)('section $section shows $value as a $field', ({ section, field, value }) => {
  expect(documentedPlaces(section, field, value)).not.toEqual([]);
});

/** `requests` says which way a request body goes: a webhook's is sent by the gateway. */
function bodyClaims(one: ContractOperation, requests: 'request' | 'response'): string[] {
  const around = evidenceList(one.operation['x-evidence']);
  const request = requestMedia(one.operation);
  return [
    ...(request ? unfoundedClaims(place(request.schema, around), requests, `${one.operationId} ${requests}`) : []),
    ...responsesOf(one.operation).flatMap(([status, response]) => {
      const schema = response.content?.['application/json']?.schema;
      if (schema === undefined) return [];
      const evidence = evidenceList(responseEvidence(one, status, response['x-evidence']));
      return unfoundedClaims(place(schema, evidence), 'response', `${one.operationId} ${status}`);
    }),
  ];
}

function responseEvidence(one: ContractOperation, status: string, own: Evidence | undefined): Evidence {
  const around = evidenceList(one.operation['x-evidence']);
  return one.operation['x-evidence-of']?.[status] ?? (own === undefined ? around : weaker(around, evidenceList(own)));
}

function parameterEvidence(one: ContractOperation, parameter: Parameter): Evidence | undefined {
  return one.operation['x-evidence-of']?.[parameter.name] ?? parameter['x-evidence'] ?? one.operation['x-evidence'];
}

function isSection(section: string | undefined): boolean {
  return section !== undefined && section in contract['x-source-document'].sections;
}

/** The places of a field, in the bodies that a section describes, that offer the value as documented. */
function documentedPlaces(section: string, field: string, value: string): Place[] {
  return tables
    .filter((table) => table.sections.includes(section))
    .map((table) => (table.direction === 'request' ? requestBody : responseBody)(operationNamed(table.operationId)))
    .flatMap((body) => placesAt(body, field).flatMap(combined))
    .filter((at) => vocabulary(at.schema).includes(value) && documentedSection(valueEvidence(at, value)));
}
