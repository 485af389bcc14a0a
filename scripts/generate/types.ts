import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { elements, isFilledString, isNode, list, type Node, operations } from '../contract/elements.js';
import type { Contract } from '../contract/read.ts';
import { describeExtensions } from './descriptions.ts';
import { header } from './header.ts';

/** The types of the contract. */
export async function generateTypes(
  contract: Contract,
  about = 'The types of the contract, by openapi-typescript.',
): Promise<string> {
  const document = withoutEventIds(withoutDiscriminators(describeExtensions(contract.root)));
  const nodes = await openapiTS(JSON.stringify(document), {
    // An object without documented fields may have any field.
    emptyObjectsUnknown: true,
    // A default is what the gateway takes when the caller leaves the field out; it does not make the field required.
    defaultNonNullable: false,
    silent: true,
    transform: (schema) => openVocabulary(schema),
  });
  return header(contract, about) + astToString(nodes);
}

/** The branches of a union fix their value themselves, by `const`; of a discriminator openapi-typescript would add it again. */
function withoutDiscriminators(document: Node): Node {
  for (const { node } of elements(document, 'schema')) delete node.discriminator;
  return document;
}

/** Removes the ids of events: with an id, an event would appear among the operations that a client can call. */
function withoutEventIds(document: Node): Node {
  for (const { node, webhook } of operations(document)) if (webhook) delete node.operationId;
  return document;
}

/** Returns `'a' | 'b' | (string & {})`: an editor offers the known values, and a new value of the gateway still compiles. */
function openVocabulary(schema: unknown): ts.TypeNode | undefined {
  const values = list(schema, 'x-extensible-enum').filter(isFilledString);
  if (values.length === 0 || !isNode(schema)) return undefined;
  const { factory, SyntaxKind } = ts;
  const anyString = factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(SyntaxKind.StringKeyword),
    factory.createTypeLiteralNode([]),
  ]);
  return factory.createUnionTypeNode([
    ...values.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value))),
    factory.createParenthesizedType(anyString),
    ...([schema.type].flat().includes('null') ? [factory.createLiteralTypeNode(factory.createNull())] : []),
  ]);
}
