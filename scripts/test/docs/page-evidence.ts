import type { Elements } from './stated-evidence.ts';

/** An element of HTML, as far as this reader needs it. */
interface Tag {
  name: string;
  attributes: string;
  children: Tag[];
  text: string;
}

const VOID = /^(?:area|br|hr|img|input|link|meta|source|wbr)$/;

/** Returns what a reader sees on the page of an operation: the label of an element, or the one around it. */
export function pageElements(html: string): Elements {
  const found: Elements = new Map();
  const page = parse(html);
  const line = one(page, 'div', 'operation-line');
  // No label means documented.
  const operation = existence(line) ?? 'documented';
  found.set('operation', operation);
  for (const section of all(page, 'section')) {
    const id = /id="(parameters|body)"/.exec(one(section, 'h2')?.attributes ?? '')?.[1];
    if (!id) continue;
    const heading = existence(one(section, 'div', 'body-evidence'));
    if (heading) found.set(`${id}:body`, heading);
    fields(id, section, heading ?? operation);
  }
  for (const response of all(page, 'details', 'response')) {
    const status = one(response, 'code')?.text ?? '';
    const evidence = existence(response) ?? operation;
    found.set(status, evidence);
    const heading = existence(one(response, 'div', 'body-evidence'));
    if (heading) found.set(`${status}:body`, heading);
    fields(status, response, heading ?? evidence);
  }
  return found;

  function fields(path: string, holder: Tag, around: string): void {
    for (const field of holder.children.filter(is('ul', 'fields')).flatMap(({ children }) => children)) {
      const line = field.children.find(is('div', 'field'));
      const below = `${path}/${line ? one(line, 'code', 'name')?.text : ''}`;
      const evidence = existence(line) ?? around;
      found.set(below, evidence);
      for (const inner of field.children.filter(is('details'))) fields(below, inner, evidence);
    }
    for (const [index, form] of holder.children.filter(is('details', 'form')).entries()) {
      const evidence = existence(form) ?? around;
      found.set(`${path}/form ${index}`, evidence);
      fields(`${path}/form ${index}`, form, evidence);
    }
  }
}

/** Returns the label for the existence of an element, without those of its parts and its value. */
function existence(holder: Tag | undefined): string | undefined {
  const badges = holder?.children.filter((tag) => is('a', 'level')(tag) || is('details', 'badge')(tag)) ?? [];
  const links = badges.flatMap((badge) => [badge, ...all(badge, 'a', 'level')]);
  const label = links.find(is('a', 'existence'));
  return label && /data-evidence="([^"]*)"/.exec(label.attributes)?.[1];
}

function is(name: string, className?: string): (tag: Tag) => boolean {
  return (tag) =>
    tag.name === name &&
    (className === undefined || ` ${/class="([^"]*)"/.exec(tag.attributes)?.[1]} `.includes(` ${className} `));
}

function all(tag: Tag, name: string, className?: string): Tag[] {
  return tag.children.flatMap((child) => [
    ...(is(name, className)(child) ? [child] : []),
    ...all(child, name, className),
  ]);
}

function one(tag: Tag, name: string, className?: string): Tag | undefined {
  return all(tag, name, className)[0];
}

/** Reads the HTML of the build, which closes each element that it opens. */
function parse(html: string): Tag {
  const root: Tag = { name: '', attributes: '', children: [], text: '' };
  const open = [root];
  const body = html.replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, '');
  for (const [, close, name = '', attributes = '', text] of body.matchAll(
    /<(\/?)([a-z][\w-]*)((?:"[^"]*"|[^>"])*)>|([^<]+)/gi,
  )) {
    const top = open.at(-1) ?? root;
    if (text !== undefined) top.text += text;
    else if (close)
      open.length = Math.max(
        1,
        open.findLastIndex((tag) => tag.name === name),
      );
    else {
      const tag = { name, attributes, children: [], text: '' };
      top.children.push(tag);
      if (!VOID.test(name) && !attributes.endsWith('/')) open.push(tag);
    }
  }
  return root;
}
