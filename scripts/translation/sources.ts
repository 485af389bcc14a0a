import { readdirSync, readFileSync } from 'node:fs';
import type { JsonObject } from '../../core/src/util/json.ts';
import { bugs } from '../../tables/explored-bugs.ts';
import { tools } from '../../tables/tools.ts';
import { EVIDENCE } from '../contract/read.ts';
import { measured, optionTables } from '../docs/guide/tables.ts';
import { translatableStrings } from './overlay.ts';

/** A text in English that the docs show in both languages. */
export interface SourceText {
  /** For a person who looks for it. */
  readonly where: string;
  /** The file of the dictionary that receives its new sentences. */
  readonly file: string;
  readonly text: string;
}

const GUIDE = 'scripts/docs/guide/en';

/** Returns all English texts: the contract, the guides, and the tables of tools and options. */
export function englishTexts(contract: JsonObject): SourceText[] {
  const ofContract = [...translatableStrings(contract)].map(({ path, text }) => ({
    where: `${String(path[0]).startsWith('x-') ? EVIDENCE : 'openapi.yaml'}#/${path.join('/')}`,
    file: fileOf(path),
    text,
  }));
  const ofGuide = readdirSync(GUIDE).map((name) => ({
    where: `${GUIDE}/${name}`,
    file: 'guide.yaml',
    text: readFileSync(`${GUIDE}/${name}`, 'utf8'),
  }));
  const ofTools = tools
    .flatMap(({ does, fails = {} }) => [does, ...Object.values(fails).map(({ because }) => because)])
    .map((text) => ({ where: 'tables/tools.ts', file: 'guide.yaml', text }));
  const ofBugs = bugs.map(({ symptom }) => ({
    where: 'tables/explored-bugs.ts',
    file: 'guide.yaml',
    text: symptom,
  }));
  const ofOptions = Object.values(optionTables)
    .flatMap((table) => Object.entries(table))
    .map(([name, { help }]) => ({ where: `option ${name}`, file: 'guide.yaml', text: help }));
  const ofFigures = Object.values(measured())
    .flatMap(({ figures }) => Object.keys(figures))
    .map((text) => ({ where: 'scripts/docs/guide/figures.json', file: 'guide.yaml', text }));
  return [...ofContract, ...ofGuide, ...ofTools, ...ofBugs, ...ofFigures, ...ofOptions];
}

function fileOf([first, second]: readonly (string | number)[]): string {
  if (first === 'paths' || first === 'webhooks') return 'operations.yaml';
  if (first === 'components') return second === 'schemas' ? 'fields.yaml' : 'components.yaml';
  return String(first).startsWith('x-') ? 'register.yaml' : 'contract.yaml';
}
