/** A list as a table, with filters, pages, and a panel for the details of one item. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useAsk } from './live.js';
import { Choice, Empty, Problem } from './pieces.js';
import { hrefOf, type Route } from './route.js';
import { texts, words } from './texts.js';

const PER_PAGE = 50;

export interface Column<Item> {
  readonly name: keyof typeof texts.fields;
  readonly cell: (item: Item) => ComponentChildren;
  /** The column sorts by this field. */
  readonly sort?: string;
  /** `minor` columns are hidden while details are open; `number` columns align right. */
  readonly class?: string;
}

interface Filter {
  /** The parameter in the address and in the request. */
  readonly name: string;
  readonly label: string;
  /** The values to choose from; without them any text. */
  readonly options?: readonly string[];
}

interface Props<Item> {
  readonly section: keyof typeof texts.kinds;
  readonly route: Route;
  /** The path of the control API. The list adds page, filters and order to its query. */
  readonly path: string;
  /** The first column holds the link of the row. */
  readonly columns: readonly Column<Item>[];
  readonly idOf: (item: Item) => number;
  readonly filters: readonly Filter[];
  /** Shown if the list has no items and no filter. */
  readonly empty: ComponentChildren;
  readonly below?: ComponentChildren;
  /** The details of the item in the address. */
  readonly detail: (id: string, back: string) => ComponentChildren;
}

/** A page of a list. The control API calls the items of the journal `requests`. */
interface Listed<Item> {
  readonly total: number;
  readonly data?: readonly Item[];
  readonly requests?: readonly Item[];
}

export function List<Item>({ section, route, path, columns, idOf, filters, ...props }: Props<Item>) {
  const { id } = route;
  const { account: _everywhere, ...query } = route.query;
  const { data, problem } = useAsk<Listed<Item>>(`${path}${pageQuery(query, filters)}`);
  const { total, data: items = data?.requests } = data ?? {};
  const { title, none, noMatch } = texts.kinds[section];
  const isFiltered = filters.some(({ name }) => query[name]);
  return (
    <div class={`split ${id === undefined ? '' : 'has-detail'}`}>
      <section class="list" aria-label={title}>
        <div class="heading">
          <h2>{title}</h2>
          {(isFiltered || Number(total) > 0) && <Filters section={section} query={query} filters={filters} />}
        </div>
        <Problem problem={problem} />
        {total === 0 &&
          (isFiltered ? (
            <Empty title={noMatch}>
              <a href={hrefOf(section)}>{texts.showAll}</a>
            </Empty>
          ) : (
            <Empty title={none}>{props.empty}</Empty>
          ))}
        {items !== undefined && items.length > 0 && (
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <Heading key={column.name} section={section} column={column} query={query} />
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={idOf(item)} aria-current={String(idOf(item)) === id ? 'true' : undefined}>
                  {columns.map(({ name, cell, class: look = '' }, index) => (
                    <td key={name} class={`${name} ${look}`}>
                      {index > 0 ? (
                        cell(item)
                      ) : (
                        <a class="row-link" href={hrefOf(section, idOf(item), query)}>
                          {cell(item)}
                        </a>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {total !== undefined && total > 0 && <Pager section={section} query={query} total={total} />}
        {props.below}
      </section>
      {id !== undefined && props.detail(id, hrefOf(section, undefined, query))}
    </div>
  );
}

type Query = Readonly<Record<string, string>>;

/** The first click sorts, the second reverses, the third returns to the newest first. */
function Heading<Item>({ section, column, query }: { section: string; column: Column<Item>; query: Query }) {
  const { name, sort, class: look = '' } = column;
  const label = texts.fields[name];
  if (sort === undefined) {
    return (
      <th scope="col" class={look}>
        {label}
      </th>
    );
  }
  const direction = query.sort === sort ? 'ascending' : query.sort === `-${sort}` ? 'descending' : 'none';
  const next = { ascending: `-${sort}`, descending: undefined, none: sort }[direction];
  const { page: _first, ...kept } = query;
  return (
    <th scope="col" class={look} aria-sort={direction}>
      <a class="sort" href={hrefOf(section, undefined, { ...kept, sort: next })}>
        {label}
      </a>
    </th>
  );
}

/** Filters are part of the address, so that you can share them. */
function Filters({ section, query, filters }: { section: string; query: Query; filters: readonly Filter[] }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const go = (name: string, value: string): void => {
    const { page: _first, ...kept } = query;
    location.replace(hrefOf(section, undefined, { ...kept, [name]: value }));
  };
  return (
    <search class="filters">
      {filters.map(({ name, label, options }) =>
        options === undefined ? (
          <input
            key={name}
            type="search"
            maxLength={200}
            aria-label={label}
            placeholder={label}
            value={query[name] ?? ''}
            onInput={({ currentTarget: { value } }) => {
              clearTimeout(timer.current);
              timer.current = setTimeout(() => go(name, value.trim()), 250);
            }}
          />
        ) : (
          <Choice
            key={name}
            label={label}
            value={query[name] ?? ''}
            options={[['', texts.all(label)], ...options.map((option) => [option, words(option)] as const)]}
            choose={(value) => go(name, value)}
          />
        ),
      )}
    </search>
  );
}

function Pager({ section, query, total }: { section: string; query: Query; total: number }) {
  const page = Number(query.page ?? 1);
  const last = Math.max(1, Math.ceil(total / PER_PAGE));
  if (last === 1 && page === 1) return <p class="pager muted">{texts.total(total)}</p>;
  const link = (to: number, label: string) =>
    to >= 1 && to <= last && to !== page ? (
      <a class="button" href={hrefOf(section, undefined, { ...query, page: String(to) })}>
        {label}
      </a>
    ) : (
      <span class="button off" aria-hidden="true">
        {label}
      </span>
    );
  return (
    <nav class="pager" aria-label={texts.pages}>
      {link(page - 1, texts.newer)}
      <span class="muted">{texts.page(page, last, total)}</span>
      {link(page + 1, texts.older)}
    </nav>
  );
}

/** The page, the filters and the order in an address, as a query of the control API. */
function pageQuery(query: Query, filters: readonly Filter[]): string {
  const { page = '1' } = query;
  const asked = new URLSearchParams({ per_page: String(PER_PAGE), page: /^[1-9]\d{0,8}$/.test(page) ? page : '1' });
  for (const name of ['sort', ...filters.map((filter) => filter.name)]) if (query[name]) asked.set(name, query[name]);
  return asked.toString();
}
