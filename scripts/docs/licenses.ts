import { readFile } from 'node:fs/promises';

/** The packages whose code, styles or icons the docs contain, with the files of their licenses. */
const SHIPPED = [
  { name: '@astrojs/starlight', what: 'styles, scripts and icons of the pages', file: '@astrojs/starlight/LICENSE' },
  { name: 'minisearch', what: 'the search', file: 'minisearch/LICENSE.txt' },
] as const;

const rule = '='.repeat(60);

/** Returns the license of everything that the docs ship. The mark, the pictures and the texts are part of this package. */
export async function licenseTexts(): Promise<string> {
  const [own, ...others] = await Promise.all(
    ['../../LICENSE', ...SHIPPED.map(({ file }) => `../../node_modules/${file}`)].map((path) =>
      readFile(new URL(path, import.meta.url), 'utf8'),
    ),
  );
  const parts = [
    `These docs, their mark, pictures and texts\n\n${own?.trim()}`,
    ...SHIPPED.map(({ name, what }, index) => `${name}: ${what}\n\n${others[index]?.trim()}`),
  ];
  return `Licenses of what these docs contain.\n\n${parts.map((part) => `${rule}\n${part}\n`).join('\n')}`;
}
