import type { Language } from '../../docs/language.ts';

/** The evidence of one element on a page. */
export interface Said {
  /** The evidence that it exists: `assumed card-shape`. */
  evidence: string;
  /** The evidence that it is required. */
  required?: string | undefined;
  /** How its value comes about. */
  value?: string | undefined;
  /** The known values with weaker evidence. */
  values: Record<string, string>;
}

/** Returns the elements of a Markdown page by their paths: `body/amount`, `200/data/id`, `400`. */
export function markdownElements(page: string, { words }: Language): Map<string, Said> {
  const found = new Map<string, Said>();
  const { site, machine, levels } = words;
  const inEnglish = (text: string) =>
    Object.entries(levels).reduce((so, [level, word]) => so.replaceAll(`${word} `, `${level} `), text);
  const firstOf = (text = '') => inEnglish(text).split(/[,;]/)[0]?.trim() ?? '';
  const sections = page.split(/^## /m).slice(1);
  const section = (title: string) => sections.find((text) => text.startsWith(`${title}\n`)) ?? '';
  const add = (path: string, evidence: string) => found.set(path, { evidence: firstOf(evidence), values: {} });

  add('operation', /^- (\S+ \S+)\. /m.exec(section(machine.evidence))?.[1] ?? '');
  fields('parameters', section(site.parameters));
  body('body', section(site.body));
  for (const text of sections) {
    const [, status] = new RegExp(`^${machine.response('(2\\w\\w)')}\n`).exec(text) ?? [];
    if (!status) continue;
    add(status, line(text, machine.evidenceOfStatus));
    body(status, text);
  }
  for (const [, status = '', evidence = ''] of section(machine.errors).matchAll(/^- (\w+): .*\[([^\]]+)\]$/gm)) {
    add(status, evidence);
  }
  return found;

  function line(text: string, name: string): string {
    return new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? '';
  }

  function body(path: string, text: string): void {
    const evidence = line(text, machine.evidenceOfBody);
    if (evidence) add(`${path}:body`, evidence);
    fields(path, text);
  }

  function fields(root: string, text: string): void {
    const above: { path: string; forms: number }[] = [{ path: root, forms: 0 }];
    for (const row of text.split('\n')) {
      const [, indent = '', name, details = '', note = ''] =
        /^( *)- `([\w.]+)` \((.*?)\)(?:: .*)? \[([^[\]]+)\]$/.exec(row) ??
        /^( *)- (?:`\w+: \w+`|\S+ \S+):( )?.*( )?\[([^[\]]+)\]$/.exec(row) ??
        [];
      if (!note) continue;
      above.length = indent.length / 2 + 1;
      const parent = above.at(-1);
      if (!parent) throw new Error(`The page has a field without the one around it: ${row}`);
      const path = name?.trim() ? `${parent.path}/${name}` : `${parent.path}/form ${parent.forms++}`;
      above.push({ path, forms: 0 });
      const marks = [...details.matchAll(/(\S+) \[([^\]]+)\]/g)].map(([, word = '', mark = '']) => [
        word,
        firstOf(mark),
      ]);
      const value = note.split(`; ${machine.evidenceOfValue}: `)[1];
      found.set(path, {
        evidence: firstOf(note),
        required: marks.find(([word]) => word === site.required)?.[1],
        ...(value && { value: firstOf(value) }),
        values: Object.fromEntries(marks.filter(([word]) => word !== site.required)),
      });
    }
  }
}
