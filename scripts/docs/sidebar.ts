import { hrefOf, labelOf, operationsOf, webhooksOf } from '../contract/places.ts';
import type { Contract, Place } from '../contract/types.ts';
import { type GuideGroup, guideGroups } from './guide/pages.ts';
import type { Language } from './language.ts';
import type { Edition } from './model.ts';

/** Returns Starlight's sidebar for all editions: guides, operations, webhooks and the register in their groups. */
export function sidebarOf(editions: readonly Edition[], languages: readonly Language[]): object[] {
  const [first] = editions;
  if (!first) return [];
  const labels = (of: (edition: Edition, words: Language['words'] | undefined) => string | undefined) => {
    const own = editions.map((edition, index) => of(edition, languages[index]?.words) ?? '');
    return { label: own[0], translations: Object.fromEntries(languages.map(({ code }, index) => [code, own[index]])) };
  };
  const guides = (group: GuideGroup) =>
    guideGroups[group].map((name) => ({
      ...labels((edition) => edition.guides.find((guide) => guide.name === name)?.title),
      link: `/guides/${name}/`,
    }));
  const places = (find: (contract: Contract) => Place[]) =>
    find(first.contract).map((place, position) => ({
      ...labels(({ contract }) => find(contract)[position]?.operation.summary),
      link: hrefOf(place),
      ...(place.kind === 'operation' && {
        badge: { text: place.method, class: `method ${place.method.toLowerCase()}` },
      }),
    }));
  const tags = first.contract.tags.map((tag, position) => ({
    ...labels(({ contract }) => contract.tags[position] && labelOf(contract.tags[position])),
    collapsed: true,
    items: places((contract) => operationsOf(contract).filter(({ operation }) => operation.tags[0] === tag.name)),
  }));
  const events = { ...labels((_, words) => words?.site.events), collapsed: true, items: places(webhooksOf) };
  const register = {
    ...labels((_, words) => words?.site.register),
    collapsed: true,
    items: first.register.map(({ slug }) => ({
      ...labels((edition) => edition.register.find((group) => group.slug === slug)?.title),
      link: `/evidence/${slug}/`,
    })),
  };
  const further: Partial<Record<GuideGroup, object[]>> = { reference: [...tags, events], evidence: [register] };
  return (Object.keys(guideGroups) as GuideGroup[]).map((group) => ({
    ...labels((_, words) => words?.site.groups[group]),
    collapsed: false,
    items: [...guides(group), ...(further[group] ?? [])],
  }));
}
