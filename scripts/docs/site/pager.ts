import { editionOf } from './edition.ts';

interface Link {
  label: string;
  readonly href: string;
}

/** The part of Starlight's data of a page that this file changes. */
interface Route {
  readonly lang: string;
  readonly pagination: Readonly<Record<'prev' | 'next', Link | undefined>>;
}

/** Names the pages of the register in full in the links to the previous and the next page. In the sidebar they have the group above them. */
export function onRequest({ locals }: { readonly locals: { readonly starlightRoute: Route } }): void {
  const { lang, pagination } = locals.starlightRoute;
  const { register } = editionOf(lang).words.site;
  for (const link of [pagination.prev, pagination.next])
    if (link && /\/evidence\/[^/]+\/$/.test(link.href)) link.label = `${register}: ${link.label}`;
}
