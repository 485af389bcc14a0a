/** The evidence file of a contract in Redocly: it joins the contract before the rules run, and a finding about it names its lines. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import type { Path } from '../../core/src/contract/elements.ts';
import { withEvidence } from '../../core/src/contract/with-evidence.ts';
import { type JsonObject, objectAt, stringAt } from '../../core/src/util/json.ts';
import { pointerOf } from '../../core/src/util/json-pointer.ts';
import { EVIDENCE } from '../contract/read.ts';

/** Redocly's place in a file. */
interface Location {
  readonly source: { readonly absoluteRef: string };
  child(path: Path): Location;
}

/** The part of Redocly's visitor context that the rules use. */
export interface LintContext {
  report(problem: { message: string; location: unknown }): void;
  readonly location: Location;
}

interface EvidenceFile {
  readonly content: JsonObject;
  readonly source: object;
}

/** The evidence files by the path of their contract. */
const files = new Map<string, EvidenceFile>();

/** A preprocessor of Redocly. A contract without an evidence file next to it stays as it is. */
export function joinEvidence() {
  return {
    Root(contract: JsonObject, { location, report }: LintContext): void {
      const { absoluteRef } = location.source;
      const file = join(dirname(absoluteRef), EVIDENCE);
      if (!existsSync(file)) return;
      const text = readFileSync(file, 'utf8');
      const content = parse(text) as JsonObject;
      // Redocly does not export the class of its sources.
      const Source = location.source.constructor as new (path: string, text: string) => object;
      files.set(absoluteRef, { content, source: new Source(file, text) });
      const items = Object.values(objectAt(contract, 'paths')).flatMap((item) => Object.values(Object(item)));
      const ids = items.map((operation) => stringAt(operation, 'operationId'));
      for (const id of Object.keys(objectAt(content, 'x-resources')).filter((id) => !ids.includes(id))) {
        const message = `No operation has the id \`${id}\`: correct it, or remove its resource.`;
        report({ message, location: placeOf(location, ['x-resources', id], files.get(absoluteRef)?.source) });
      }
      Object.assign(contract, withEvidence(contract, content));
    },
  };
}

/** Returns the place of an element: in the evidence file if the element comes from there. */
export function locationOf(location: Location, contract: JsonObject, path: Path): unknown {
  const file = files.get(location.source.absoluteRef);
  const inFile = file && pathInFile(file.content, contract, path);
  return inFile ? placeOf(location, inFile, file.source) : location.child(path);
}

function pathInFile(content: JsonObject, contract: JsonObject, path: Path): Path | undefined {
  const [root = '', item = '', method = '', key, ...below] = path;
  if (root in content) return path;
  if (key !== 'x-resource') return undefined;
  const operation = objectAt(objectAt(objectAt(contract, String(root)), String(item)), String(method));
  return ['x-resources', String(operation.operationId), ...below];
}

function placeOf(location: Location, path: Path, source: unknown): unknown {
  const Place = location.constructor as new (source: unknown, pointer: string) => object;
  return new Place(source, pointerOf(path));
}
