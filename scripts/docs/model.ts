import { stateMachines, withDrawings } from './diagrams/diagrams.ts';
import { flowsOf } from './diagrams/flows.ts';
import { type RegisterGroup, registerGroups, registerPlaces } from './evidence/register.ts';
import { type Guide, type GuideGroup, guideGroups, guidesOf } from './guide/pages.ts';
import { installList, type VersionLinks } from './guide/tables.ts';
import { type Language, localPath } from './language.ts';
import { type Heading, renderMarkdown } from './markdown.ts';
import { hrefOf, labelOf, operationsOf, slug, webhooksOf } from './places.ts';
import type { Contract, Place } from './types.ts';

/** A guide as HTML. */
export interface GuidePage extends Omit<Guide, 'markdown'> {
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
  contract: Contract;
  guides: GuidePage[];
  register: RegisterGroup[];
  /** The address of each entry of the register. */
  registerPlaces: Record<string, string>;
  /** Where the addresses of the former single page lead. */
  formerAnchors: Record<string, string>;
  /** The commands that install the package. */
  install: string;
}

export interface EditionSource {
  edition: Edition;
  guides: Guide[];
}

/** Reads guides and register of one language and renders the guides. */
export async function readEdition(
  contract: Contract,
  language: Language,
  versions: VersionLinks,
): Promise<EditionSource> {
  const { code, name, path } = language;
  const guides = guidesOf(contract, language, versions);
  const diagrams = [...stateMachines(contract, language), ...flowsOf(language)];
  const pages = guides.map(async ({ markdown, ...guide }) => {
    const { html, headings } = renderMarkdown(markdown, language);
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
    formerAnchors: formerAnchors(contract, guides, language),
    install: installList(),
  };
  return { edition, guides };
}

/** A link or a group of links in the sidebar. Labels are in the order of the editions. */
export type SidebarItem =
  | { labels: string[]; link: string; method?: string }
  | { labels: string[]; items: SidebarItem[]; isCollapsed?: boolean };

/** Returns the sidebar of all editions: guides, operations, webhooks and the register in their groups. */
export function sidebarOf(editions: readonly Edition[], words: readonly Language['words'][]): SidebarItem[] {
  const labels = (of: (edition: Edition, index: number) => string | undefined) =>
    editions.map((edition, index) => of(edition, index) ?? '');
  const [first] = editions;
  if (!first) return [];
  const guides = (group: GuideGroup): SidebarItem[] =>
    guideGroups[group].map((name) => ({
      labels: labels(({ guides }) => guides.find((guide) => guide.name === name)?.title),
      link: `/guides/${name}/`,
    }));
  const placeItems = (find: (contract: Contract) => Place[]): SidebarItem[] =>
    find(first.contract).map((place, position) => ({
      labels: labels(({ contract }) => find(contract)[position]?.operation.summary),
      link: hrefOf(place),
      ...(place.kind === 'operation' && { method: place.method }),
    }));
  const groups: Record<GuideGroup, SidebarItem[]> = {
    start: guides('start'),
    payments: guides('payments'),
    robust: guides('robust'),
    test: guides('test'),
    reference: [
      ...guides('reference'),
      ...first.contract.tags.map((tag, position) => ({
        labels: labels(({ contract }) => contract.tags[position] && labelOf(contract.tags[position])),
        isCollapsed: true,
        items: placeItems((contract) =>
          operationsOf(contract).filter(({ operation }) => operation.tags[0] === tag.name),
        ),
      })),
      { labels: labels((_, index) => words[index]?.site.events), isCollapsed: true, items: placeItems(webhooksOf) },
    ],
    evidence: [
      ...guides('evidence'),
      {
        labels: labels((_, index) => words[index]?.site.register),
        isCollapsed: true,
        items: first.register.map((group) => ({
          labels: labels(({ register }) => register.find((one) => one.slug === group.slug)?.title),
          link: `/evidence/${group.slug}/`,
        })),
      },
    ],
  };
  return Object.entries(groups).map(([group, items]) => ({
    labels: labels((_, index) => words[index]?.site.groups[group]),
    items,
  }));
}

/** Returns the pages for the anchors of the former single page: `/transactions/createtransaction`, `/section/pix`. */
function formerAnchors(contract: Contract, guides: readonly Guide[], language: Language): Record<string, string> {
  const places = [...operationsOf(contract), ...webhooksOf(contract)].map((place) => {
    const { tags, operationId = '' } = place.operation;
    return [`/${slug(tags[0])}/${operationId.toLowerCase()}`, hrefOf(place)];
  });
  const sections = Object.entries(formerSections).flatMap(([heading, name]) =>
    [heading, language.text(`## ${heading}`).slice(3)].map((title) => [`/section/${slug(title)}`, `/guides/${name}/`]),
  );
  const titles = guides.map(({ title, name }) => [`/section/${slug(title)}`, `/guides/${name}/`]);
  const tags = contract.tags.map((tag) => [`/${slug(tag.name)}`, firstOf(contract, tag.name)]);
  return Object.fromEntries(
    [...titles, ...sections, ...places, ...tags].map(([anchor, href]) => [anchor, localPath(language, href ?? '/')]),
  );
}

/** The guides whose former title or place was another one. */
const formerSections: Record<string, string> = {
  'Card, refusal, installments and 3DS': 'card',
  'Events and how to trust them': 'webhooks',
  'Recovery from an unknown outcome': 'recovery',
  'Leaving the mock for the real gateway': 'go-live',
  'What is known and what is assumed': 'known',
  'For machines': 'machines',
  Evidence: 'known',
  Units: 'conventions',
  'What required means in a response': 'conventions',
  'Not shown': 'conventions',
  Limits: 'conventions',
};

function firstOf(contract: Contract, tag: string): string {
  const place = operationsOf(contract).find(({ operation }) => operation.tags[0] === tag);
  return place ? hrefOf(place) : '/';
}
