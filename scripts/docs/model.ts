import type { OpenApi } from '../../core/src/contract/openapi.ts';
import { isReleased } from '../release/install.ts';
import { flowsOf, stateMachines, withDrawings } from './diagrams/diagrams.ts';
import { lanesOf } from './diagrams/lanes.ts';
import { type RegisterGroup, registerGroups, registerPlaces } from './evidence/register.ts';
import { type Guide, guidesOf } from './guide/pages.ts';
import type { VersionLinks } from './guide/tables.ts';
import type { Language } from './language.ts';
import { type Heading, renderPageMarkdown } from './markdown.ts';

/** A guide as HTML. */
interface GuidePage extends Omit<Guide, 'markdown'> {
  html: string;
  headings: Heading[];
}

/** All that the pages of one language show, as plain data. The words come from `words/`. */
export interface Edition {
  /** The `lang` of the pages. */
  code: string;
  /** The language's name for itself. */
  name: string;
  /** The folder of the language, with a slash at its end; empty for English. */
  path: string;
  contract: OpenApi;
  guides: GuidePage[];
  register: RegisterGroup[];
  /** The address of each entry of the register. */
  registerPlaces: Record<string, string>;
  /** The drawing of the landing page. */
  lanes: string;
  /** The command that starts the sandbox. */
  start: string;
}

interface EditionSource {
  edition: Edition;
  guides: Guide[];
}

/** Reads guides and register of one language and renders the guides. */
export async function readEdition(
  contract: OpenApi,
  language: Language,
  versions: VersionLinks,
): Promise<EditionSource> {
  const { code, name, path } = language;
  const guides = guidesOf(contract, language, versions);
  const diagrams = [...stateMachines(contract, language), ...flowsOf(language)];
  const pages = guides.map(async ({ markdown, ...guide }) => {
    const { html, headings } = renderPageMarkdown(markdown, language);
    return { ...guide, html: await withDrawings(html, diagrams), headings };
  });
  const register = registerGroups(contract, language);
  const edition = {
    code,
    name,
    path,
    contract,
    guides: await Promise.all(pages),
    register,
    registerPlaces: registerPlaces(register),
    lanes: lanesOf(language),
    start: isReleased()
      ? 'npx payment-gateway-sandbox --docs'
      : `npm ci && npm start    # ${language.words.install.inClone}`,
  };
  return { edition, guides };
}
