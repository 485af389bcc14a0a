/** What a guess has to know about an operation. The docs have it in `send.json`. */
interface GuessedOperation {
  operationId: string;
  method: string;
  path: string;
}

/** The kinds of pages, the likeliest first: `split` is a guide, a group of the register too. */
const KINDS = ['guides', 'api', 'evidence'];

/**
 * Returns the page that a missing path most likely means, such as `api/createTransaction/`; undefined if no page is close. It
 * accepts any spelling of a page's name, and the path of an operation with or without its method.
 *
 * @param path below the docs and below the folder of a language
 * @param names the pages of the language, such as `api/createTransaction/index.html`
 */
export function guessPage(
  path: string,
  names: readonly string[],
  operations: readonly GuessedOperation[],
): string | undefined {
  const parts = path.split('/').filter((part) => part !== '' && part !== 'index.html');
  const version = parts.findIndex((part) => /^v\d+$/i.test(part));
  const called = version < 0 ? undefined : operationAt(parts.slice(version), parts[version - 1], operations);
  const wanted = spelling(called?.operationId ?? parts.at(-1)?.replace(/\.(?:html|md)$/, '') ?? '');
  const pages = names.map((name) => name.replace(/index\.html$/, '').split('/'));
  for (const kind of KINDS) {
    const page = pages.find(([folder, name = '', ...rest]) => {
      return folder === kind && rest.join() === '' && spelling(name) === wanted;
    });
    if (page) return page.join('/');
  }
  return undefined;
}

function operationAt(parts: string[], method: string | undefined, operations: readonly GuessedOperation[]) {
  const found = operations.filter(({ path }) => {
    const own = path.split('/').filter(Boolean);
    return (
      own.length === parts.length && own.every((part, at) => part.startsWith('{') || part === parts[at]?.toLowerCase())
    );
  });
  return found.find((operation) => operation.method === method?.toUpperCase()) ?? found[0];
}

function spelling(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '');
}
