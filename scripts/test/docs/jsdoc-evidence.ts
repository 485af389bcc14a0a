import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { type Evidence, evidenceList, isWeaker, weaker } from '../../../core/src/contract/evidence.ts';

/** The evidence of the elements of an operation by their paths: `body/amount`, `200/data/id`, `400`. */
export type Elements = Map<string, string>;

interface Around {
  evidence: Evidence;
  limit: Evidence | undefined;
  /** The evidence that the place states for single fields. */
  ofFields?: ReadonlyMap<string, Evidence> | undefined;
}

const source = ts.createSourceFile(
  'types.ts',
  readFileSync('generated/types.ts', 'utf8'),
  ts.ScriptTarget.Latest,
  true,
);

/** Returns what a programmer reads in an editor: the comments of generated/types.ts, of a place and of the type that it refers to. */
export function jsdocElements(operationId: string): Elements {
  const found: Elements = new Map();
  const operation = memberOf(topLevel('operations'), operationId);
  const comment = commented(operationId);
  const [evidence] = documented(comment);
  if (!evidence) throw new Error(`${operationId} has no evidence in its comment`);
  const around = { evidence, limit: evidence };
  const uses = usesIn(comment);
  const put = (path: string, one: Evidence) => found.set(path, `${one.level} ${one.reference}`);
  put('operation', evidence);

  const inOperation = (name: string) => typeAt(operation, name);
  for (const kind of ['path', 'query']) {
    const written = inOperation('parameters') && typeAt(memberOf(inOperation('parameters'), kind), undefined);
    for (const member of membersOf(written)) {
      const name = nameOf(member);
      const used = uses.get(name);
      const [component] = documented(referenced(member.type)?.member ?? member);
      const place = weaker(used ?? evidence, evidence);
      put(`parameters/${name}`, used ? place : weaker(component ?? place, place));
    }
  }
  const request = bodyOf(inOperation('requestBody'));
  if (request) body('body', request, around);
  for (const member of membersOf(inOperation('responses'))) {
    const status = nameOf(member);
    const shared = referenced(member.type);
    const used = uses.get(status);
    const place = weaker(used ?? evidence, evidence);
    const [own] = shared ? documented(shared.member) : [];
    const here = used ? place : weaker(own ?? place, place);
    put(status, here);
    const returned = bodyOf(shared?.member.type ?? member.type);
    if (returned) body(status, returned, { evidence: here, limit: shared || used ? place : evidence });
  }
  return found;

  function body(path: string, type: ts.TypeNode, outside: Around): void {
    const record = referenced(plain(type));
    const [section = outside.limit] = record ? documented(record.member) : [];
    const placed = element(undefined, type, {
      ...outside,
      limit: section && atPlace(outside.limit ?? section, section),
    });
    put(`${path}:body`, placed.evidence);
    inner(path, placed.type, placed, []);
  }

  /** Adds the fields of a type, and of the forms of a union. */
  function inner(path: string, written: ts.TypeNode, around: Around, above: readonly ts.TypeNode[]): void {
    const type = plain(written);
    if (above.includes(type)) return;
    const seen = [...above, type];
    if (ts.isArrayTypeNode(type)) {
      const items = element(undefined, type.elementType, around);
      inner(path, items.type, items, seen);
      return;
    }
    const forms = ts.isUnionTypeNode(type) ? type.types.filter(ts.isIndexedAccessTypeNode) : [];
    if (forms.length > 1) {
      const placed = forms.map((form) => element(undefined, form, around));
      const parts = placed.map((form) => partsOf(form.type));
      const shared = (parts[0] ?? []).filter((part) => parts.every((others) => others.includes(part)));
      for (const [index, form] of placed.entries()) {
        const prefix = `${path}/form ${index}`;
        put(prefix, form.evidence);
        for (const [name, member, inside, part] of fieldsOf(form.type, form)) {
          const isShared = part !== undefined && shared.includes(part);
          // The page says the value of the field that chooses the form in its heading.
          if (!isShared && name === 'payment_method') continue;
          field(isShared ? `${path}/${name}` : `${prefix}/${name}`, member, inside, seen);
        }
      }
      return;
    }
    const only = forms[0] ?? type;
    if (only !== type) {
      const placed = element(undefined, only, around);
      inner(path, placed.type, placed, seen);
      return;
    }
    for (const [name, member, inside] of fieldsOf(type, around)) {
      field(`${path}/${name}`, member, inside, seen, around.ofFields?.get(name));
    }
  }

  function field(
    path: string,
    member: ts.PropertySignature,
    around: Around,
    above: readonly ts.TypeNode[],
    stated?: Evidence,
  ): void {
    if (!member.type) return;
    const placed = element(member, member.type, around, stated);
    const [before] = evidenceList(found.get(path));
    // Several parts or forms may show the field. The last says most about it.
    if (before === undefined || !isWeaker(placed.evidence, before)) put(path, placed.evidence);
    inner(path, placed.type, placed, above);
  }
}

/** Applies the rule of the contract: an element without evidence inherits it, and the target of a reference gets the weaker of two. */
function element(
  member: ts.PropertySignature | undefined,
  written: ts.TypeNode,
  around: Around,
  stated?: Evidence,
): Around & { type: ts.TypeNode } {
  const [own] = stated ? [stated] : member ? documented(member) : [];
  const type = plain(written);
  const target = referenced(type);
  const place = atPlace(own ?? around.evidence, around.limit);
  if (!target?.member.type) return { evidence: place, limit: around.limit, type };
  const [component = place] = documented(target.member);
  const ofFields = member && usesIn(member);
  return { evidence: atPlace(component, place), limit: place, type: plain(target.member.type), ofFields };
}

/** Returns the weaker of two. A documented place names the section that lists the element. */
function atPlace(one: Evidence, place: Evidence | undefined): Evidence {
  return one.level === 'documented' && place?.level === 'documented' ? place : weaker(one, place);
}

type FieldOf = [name: string, member: ts.PropertySignature, inside: Around, part: string | undefined];

/** Returns the fields of a type and its parts, each once. */
function fieldsOf(written: ts.TypeNode, around: Around, part?: string): FieldOf[] {
  const type = plain(written);
  if (ts.isTypeLiteralNode(type)) return membersOf(type).map((member) => [nameOf(member), member, around, part]);
  if (ts.isIntersectionTypeNode(type)) {
    return type.types
      .slice()
      .filter((one) => !isDiscriminator(one))
      .flatMap((one) => fieldsOf(one, around, part));
  }
  const target = referenced(type);
  if (!target?.member.type) return [];
  const [own] = documented(target.member);
  const inside = { evidence: weaker(around.evidence, own), limit: around.evidence };
  return fieldsOf(target.member.type, inside, part ?? target.name);
}

function partsOf(written: ts.TypeNode): string[] {
  const type = plain(written);
  const parts = ts.isIntersectionTypeNode(type) ? [...type.types] : [];
  return parts.flatMap((part) => referenced(plain(part))?.name ?? []);
}

function isDiscriminator(type: ts.TypeNode): boolean {
  return type.getFullText().includes('discriminator enum property added by openapi-typescript');
}

/** Returns a type without null, parentheses and `WithRequired`. */
function plain(type: ts.TypeNode): ts.TypeNode {
  if (ts.isParenthesizedTypeNode(type)) return plain(type.type);
  if (ts.isTypeReferenceNode(type) && type.typeName.getText() === 'WithRequired' && type.typeArguments?.[0]) {
    return plain(type.typeArguments[0]);
  }
  if (!ts.isUnionTypeNode(type)) return type;
  const [only, ...others] = type.types.filter((one) => one.getText() !== 'null');
  return only && others.length === 0 ? plain(only) : type;
}

/** Returns the member of `components` that a type names. */
function referenced(type: ts.TypeNode | undefined): { name: string; member: ts.PropertySignature } | undefined {
  const [, kind, name] = /^components\["(\w+)"\]\["(\w+)"\]$/.exec(type?.getText() ?? '') ?? [];
  if (!kind || !name) return undefined;
  return { name, member: memberOf(typeAt(memberOf(topLevel('components'), kind), undefined), name) };
}

/** Returns the member of `paths` or `webhooks` whose comment describes an operation. */
function commented(operationId: string): ts.PropertySignature {
  const items = ['paths', 'webhooks']
    .flatMap((name) => membersOf(topLevel(name)))
    .flatMap(({ type }) => membersOf(type));
  const found = items.find(({ type }) => type?.getText() === `operations["${operationId}"]`);
  if (!found) throw new Error(`generated/types.ts has no ${operationId}`);
  return found;
}

function topLevel(name: string): ts.InterfaceDeclaration {
  const found = source.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === name);
  if (!found || !ts.isInterfaceDeclaration(found)) throw new Error(`generated/types.ts has no ${name}`);
  return found;
}

function membersOf(node: ts.Node | undefined): ts.PropertySignature[] {
  if (!node || !(ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node))) return [];
  return node.members.filter(ts.isPropertySignature).filter(({ type }) => type?.getText() !== 'never');
}

function memberOf(node: ts.Node | undefined, name: string): ts.PropertySignature {
  const found = membersOf(node).find((member) => nameOf(member) === name);
  if (!found) return ts.factory.createPropertySignature(undefined, name, undefined, undefined);
  return found;
}

function typeAt(member: ts.PropertySignature, name: string | undefined): ts.TypeNode | undefined {
  return name === undefined ? member.type : memberOf(member.type, name).type;
}

function bodyOf(holder: ts.TypeNode | undefined): ts.TypeNode | undefined {
  return memberOf(memberOf(holder, 'content').type, 'application/json').type;
}

function nameOf({ name }: ts.PropertySignature): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : name.getText();
}

function commentOf(member: ts.PropertySignature): string {
  return ts
    .getJSDocCommentsAndTags(member)
    .map((one) => one.getText())
    .join('\n');
}

function documented(member: ts.PropertySignature): Evidence[] {
  const [, text] = /Evidence: (\w+ [\w.-]+) - /.exec(commentOf(member)) ?? [];
  return evidenceList(text);
}

/** Reads `Evidence of security: observed bearer-key; of 200: documented 4.5.` */
function usesIn(member: ts.PropertySignature): Map<string, Evidence> {
  const [, text = ''] = /Evidence (of .*)\.(?: \*\/)?$/m.exec(commentOf(member)) ?? [];
  const uses = [...text.matchAll(/of (\w+): (\w+ [\w.-]+)/g)];
  return new Map(uses.flatMap(([, use = '', evidence]) => evidenceList(evidence).map((one) => [use, one] as const)));
}
