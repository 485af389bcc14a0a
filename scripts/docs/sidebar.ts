import { type Contract, contractOf } from '../../core/src/contract/contract.ts';
import type { Operation } from '../../core/src/contract/operation.ts';
import { labelOf, operationHref } from './addresses.ts';
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
  const pages = (find: (contract: Contract) => readonly Operation[]) =>
    find(contractOf(first.contract)).map((operation, position) => ({
      ...labels(({ contract }) => find(contractOf(contract))[position]?.summary),
      link: operationHref(operation),
      ...(!operation.isWebhook && {
        badge: { text: operation.method, class: `method ${operation.method.toLowerCase()}` },
      }),
    }));
  const tags = first.contract.tags.map((tag, position) => ({
    ...labels(({ contract }) => contract.tags[position] && labelOf(contract.tags[position])),
    collapsed: true,
    items: pages(({ operations }) => operations.filter((operation) => operation.tag === tag.name)),
  }));
  const events = {
    ...labels((_, words) => words?.site.events),
    collapsed: true,
    items: pages(({ webhooks }) => webhooks),
  };
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
