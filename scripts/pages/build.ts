import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const PAGES = ['buyer', 'console'];
const SOURCE = 'sandbox/pages';
/** The sheets of each style. The command inlines that of the findings into its file. */
const STYLES = {
  buyer: ['shared/base', 'buyer/buyer'],
  console: ['shared/base', 'console/console', 'findings'],
  findings: ['shared/base', 'findings'],
};
/** The mark of the docs, which the pages share. */
const MARK = 'scripts/docs/site/mark.svg';

/**
 * Bundles the pages of the sandbox into a folder: a script and a style for each, the icon, the code and the style that
 * commands use, and the licenses of the bundled code.
 */
export async function buildPages(out: string): Promise<void> {
  const modules = new Set<string>();
  const files: { name: string; bytes: Uint8Array }[] = [];
  const bundled = async (name: string, input: string): Promise<void> => {
    const bundle = await rolldown({
      input,
      platform: 'browser',
      logLevel: 'warn',
      resolve: {
        extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
        conditionNames: ['payment-gateway-source', 'import', 'default'],
      },
    });
    const { output } = await bundle.generate({ format: 'es', minify: true });
    await bundle.close();
    const [script, ...others] = output;
    if (others.length > 0) throw new Error(`${name} became ${output.length} files, and only one is loaded`);
    for (const module of script.moduleIds) modules.add(module);
    files.push({ name: `${name}.js`, bytes: Buffer.from(script.code) });
  };
  // The command line prints codes, too. Bundled, the package needs no further one.
  await bundled('qr', 'lean-qr');
  for (const page of PAGES) {
    await bundled(page, join(SOURCE, page, `${page}.tsx`));
  }
  for (const [page, sheets] of Object.entries(STYLES)) {
    const styles = await Promise.all(sheets.map((name) => readFile(join(SOURCE, `${name}.css`), 'utf8')));
    files.push({ name: `${page}.css`, bytes: Buffer.from(smaller(styles.join('\n'))) });
  }
  files.push({ name: 'icon.svg', bytes: await readFile(MARK) });
  files.push({ name: 'licenses.txt', bytes: Buffer.from(await licensesOf(modules)) });
  await mkdir(out, { recursive: true });
  for (const { name, bytes } of files) await writeFile(join(out, name), bytes);
}

/** Without comments and indentation, which is nearly all that a minifier would find here. */
function smaller(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}

/** The licences of the packages that the modules are of. */
async function licensesOf(modules: ReadonlySet<string>): Promise<string> {
  const packages = new Set<string>();
  for (const module of modules) {
    const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module.replaceAll('\\', '/')) ?? [];
    if (folder !== undefined) packages.add(folder);
  }
  const texts = [...packages].sort().map(async (folder) => {
    const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    return `${name} ${version}\n\n${(await readFile(join(folder, 'LICENSE'), 'utf8')).trim()}\n`;
  });
  return `Licences of what the pages of the sandbox contain.\n\n${(await Promise.all(texts)).join('\n')}`;
}
