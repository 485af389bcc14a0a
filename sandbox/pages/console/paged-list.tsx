/** Tables, and lists with filters, pages, and a panel for the details of one item. */

import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useAsk } from './api.js';
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
  readonly class?: string | undefined;
}

interface TableProps<Item> {
  readonly columns: readonly Column<Item>[];
  readonly items: readonly Item[];
  /** The address of an item. The first cell of its row is the link. */
  readonly href?: (item: Item) => string;
  /** The address of the item whose details are open. */
  readonly current?: string | undefined;
  readonly order?: Order;
}

/** The field that a list is sorted by, and the addresses of the other orders. */
interface Order {
  readonly by: string | undefined;
  href(sort: string | undefined): string;
}

export function Table<Item>({ columns, items, href, current, order }: TableProps<Item>) {
  return (
    <table>
      <thead>
        <tr data-label={order && `${texts.sortBy}:`}>
          {columns.map((column) => (
            <Heading key={column.name} column={column} order={order} />
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item, row) => (
          <tr key={href?.(item) ?? row} aria-current={href && href(item) === current ? 'true' : undefined}>
            {columns.map(({ name, cell, class: look = '' }, index) => (
              <td key={name} class={`${name} ${look}`}>
                {href && index === 0 ? (
                  <a class="row-link" href={href(item)}>
                    {cell(item)}
                  </a>
                ) : (
                  cell(item)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The first click sorts, the second reverses, the third returns to the newest first. */
function Heading<Item>({ column, order }: { column: Column<Item>; order: Order | undefined }) {
  const { name, sort, class: look } = column;
  const title = texts.fields[name];
  if (sort === undefined || order === undefined) return <th class={look}>{title}</th>;
  const direction = order.by === sort ? 'ascending' : order.by === `-${sort}` ? 'descending' : 'none';
  const next = { ascending: `-${sort}`, descending: undefined, none: sort }[direction];
  return (
    <th class={look} aria-sort={direction}>
      <a class="sort" href={order.href(next)}>
        {title}
      </a>
    </th>
  );
}

interface Filter {
  /** The parameter in the address and in the request. */
  readonly name: string;
  readonly label: string;
  /** The values to choose from; without them any text. */
  readonly options?: readonly string[] | undefined;
}

interface Props<Item> {
  readonly section: keyof typeof texts.kinds;
  readonly route: Route;
  /** The path of the control API. The list adds page, filters and order to its query. */
  readonly path: string;
  readonly columns: readonly Column<Item>[];
  readonly idOf: (item: Item) => number;
  readonly filters: readonly Filter[];
  /** Shown for an empty list without a filter. */
  readonly empty: ComponentChildren;
  readonly below?: ComponentChildren;
  readonly detail: ComponentType<DetailProps>;
}

/** The item in the address, and the address without it. */
export interface DetailProps {
  readonly id: string;
  readonly back: string;
}

/** A page of a list. The control API calls the items of the journal `requests`. */
type Listed<Item> = { readonly total: number } & Partial<Record<'data' | 'requests', readonly Item[]>>;

export function List<Item>({ section, route, path, columns, idOf, filters, detail: Detail, ...props }: Props<Item>) {
  const { id } = route;
  const { account: _everywhere, ...query } = route.query;
  const { data, problem } = useAsk<Listed<Item>>(`${path}${pageQuery(query, filters)}`);
  const { total, data: items = data?.requests } = data ?? {};
  const { title, none, noMatch } = texts.kinds[section];
  const isFiltered = filters.some(({ name }) => query[name]);
  const hrefAt = (at: number | string): string => hrefOf(section, at, query);
  return (
    <div class={`split ${id === undefined ? '' : 'has-detail'}`}>
      <section class="list" aria-label={title}>
        <div class="heading row">
          <h2>{title}</h2>
          {(isFiltered || Number(total) > 0) && <Filters section={section} query={query} filters={filters} />}
        </div>
        <Problem problem={problem} />
        {total === 0 && (
          <Empty title={isFiltered ? noMatch : none}>
            {isFiltered ? <a href={hrefOf(section)}>{texts.showAll}</a> : props.empty}
          </Empty>
        )}
        {items !== undefined && items.length > 0 && (
          <Table
            columns={columns}
            items={items}
            href={(item) => hrefAt(idOf(item))}
            current={id && hrefAt(id)}
            order={{ by: query.sort, href: (sort) => hrefOf(section, undefined, { ...query, page: undefined, sort }) }}
          />
        )}
        {total !== undefined && total > 0 && <Pager section={section} query={query} total={total} />}
        {props.below}
      </section>
      {id !== undefined && <Detail key={id} id={id} back={hrefOf(section, undefined, query)} />}
    </div>
  );
}

type Query = Readonly<Record<string, string>>;

/** Filters are part of the address, so that you can share them. */
function Filters({ section, query, filters }: { section: string; query: Query; filters: readonly Filter[] }) {
  // The fields that are not in the address yet. A list that reloads must not reset them.
  const [typed, setTyped] = useState<Query>();
  const known = new URLSearchParams(query).toString();
  useEffect(() => {
    if (typed === undefined) return;
    if (filters.every(({ name }) => typed[name] === (query[name] ?? ''))) return setTyped(undefined);
    const go = () => location.replace(hrefOf(section, undefined, { sort: query.sort, ...typed }));
    const timer = setTimeout(go, 250);
    return () => clearTimeout(timer);
  }, [typed, known]);
  return (
    <search>
      <form
        class="filters row"
        // No field is a file.
        onInput={({ currentTarget }) => setTyped(Object.fromEntries(new FormData(currentTarget)) as Query)}
        onSubmit={(event) => event.preventDefault()}
      >
        {filters.map(({ name, label, options }) => {
          const field = { name, 'aria-label': label, value: (typed ?? query)[name] ?? '' };
          if (options === undefined) {
            return <input key={name} type="search" maxLength={200} placeholder={label} {...field} />;
          }
          const choices = options.map((option) => [option, words(option)] as const);
          return <Choice key={name} options={[['', texts.all[name] ?? label], ...choices]} {...field} />;
        })}
      </form>
    </search>
  );
}

const pageOf = ({ page = '1' }: Query): number => (/^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1);

function Pager({ section, query, total }: { section: string; query: Query; total: number }) {
  const page = pageOf(query);
  const last = Math.max(1, Math.ceil(total / PER_PAGE));
  if (last === 1 && page === 1) return <p class="pager muted">{texts.total(total)}</p>;
  const link = (to: number, label: string) =>
    to >= 1 && to <= last ? (
      <a class="button" href={hrefOf(section, undefined, { ...query, page: String(to) })}>
        {label}
      </a>
    ) : (
      <button type="button" disabled>
        {label}
      </button>
    );
  return (
    <nav class="pager row" aria-label={texts.pages}>
      {link(page - 1, texts.newer)}
      <span class="muted">{texts.page(page, last, total)}</span>
      {link(page + 1, texts.older)}
    </nav>
  );
}

/** The page, the filters and the order in an address, as a query of the control API. */
function pageQuery(query: Query, filters: readonly Filter[]): string {
  const asked = new URLSearchParams({ per_page: String(PER_PAGE), page: String(pageOf(query)) });
  for (const name of ['sort', ...filters.map((filter) => filter.name)]) {
    if (query[name]) asked.set(name, query[name].trim());
  }
  return asked.toString();
}
