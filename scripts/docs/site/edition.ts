import data from 'virtual:docs';
import type { Edition } from '../model.ts';
import { en, type Words } from '../words/en.ts';
import { ptBr } from '../words/pt-br.ts';

const words: Record<string, Words> = { en, 'pt-BR': ptBr };

/** An edition with its words, as components take it. */
export interface PageEdition extends Edition {
  words: Words;
}

export const editions: PageEdition[] = data.editions.map((edition) => ({
  ...edition,
  words: words[edition.code] ?? en,
}));

/** Returns the paths of a route for all editions: one for each item that `of` returns, with its parameters. */
export function pathsOf<Item>(of: (edition: PageEdition) => { params: Record<string, string>; item: Item }[]) {
  return editions.flatMap((edition) =>
    of(edition).map(({ params, item }) => ({
      params: { ...params, locale: edition.path.slice(0, -1) || undefined },
      props: { edition, item },
    })),
  );
}

/** Returns the edition of a page by its `lang`. */
export function editionOf(code: string): PageEdition {
  return editions.find((edition) => edition.code === code) ?? (editions[0] as PageEdition);
}
