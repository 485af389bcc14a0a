import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installCommands } from './install.ts';
import { publishedText } from './readme.ts';
import { newestSection } from './ready.ts';

interface Manifest {
  readonly scripts?: unknown;
  readonly workspaces?: unknown;
  readonly overrides?: unknown;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/**
 * Returns a package.json as the registry shows it: with the addresses of the repository, and without what only a clone needs.
 *
 * @param folder of the package in the repository; empty for its root
 * @param repository such as `https://host.example/owner/name`. npm publishes with provenance only if the workflow runs there.
 */
export function publishedManifest(manifest: Manifest, folder: string, repository: string): object {
  const { scripts: _, workspaces: __, overrides: ___, devDependencies = {}, ...kept } = manifest;
  // The mock names the versions of Prism that the tests ran with.
  const registered = Object.entries(devDependencies).filter(([, range]) => !range.startsWith('file:'));
  return {
    ...kept,
    repository: { type: 'git', url: `git+${repository}.git`, ...(folder && { directory: folder }) },
    homepage: `${repository}${folder && `/tree/HEAD/${folder}`}#readme`,
    bugs: { url: `${repository}/issues` },
    ...(registered.length > 0 && { devDependencies: Object.fromEntries(registered) }),
  };
}

/**
 * Packs the packages as a release publishes them, in the same order: `node … scripts/release/pack.ts ADDRESS COMMIT FOLDER`. ADDRESS is the address
 * of the repository. Writes the tarballs and `notes.md` to the folder, and changes nothing else. The build comes first.
 */

/** The folders of the packages: each comes after those that it needs. */
export const FOLDERS = ['', 'core', 'sandbox', 'verify'] as const;
/** Files of the root that each package has. Their links start at the root. */
const SHARED = ['CHANGELOG.md', 'SECURITY.md'];

/** Packs the packages of the repository in this folder. Returns the paths of the tarballs. */
export function packRelease(directory: string, repository: string, commit: string, destination: string): string[] {
  if (!URL.canParse(repository) || !commit) throw new Error('Pass the address of the repository, and the tag.');
  mkdirSync(destination, { recursive: true });
  const stage = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    const staged = FOLDERS.map((folder) => join(stage, folder || 'contract'));
    const packed = npmPack(directory, '--dry-run', '--workspaces', '--include-workspace-root');
    for (const [index, folder] of FOLDERS.entries()) {
      const target = staged[index] ?? stage;
      const manifest = JSON.parse(readFileSync(join(directory, folder, 'package.json'), 'utf8'));
      for (const { path } of packed.find(({ name }) => name === manifest.name)?.files ?? []) {
        mkdirSync(dirname(join(target, path)), { recursive: true });
        copyFileSync(join(directory, folder, path), join(target, path));
        if (/^\w+\.md$/.test(path)) rewrite(join(target, path), folder);
      }
      for (const file of SHARED) {
        copyFileSync(join(directory, file), join(target, file));
        rewrite(join(target, file), '');
      }
      const published = publishedManifest(manifest, folder, repository);
      writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
    }
    const tarballs = npmPack(stage, ...staged, '--pack-destination', resolve(destination));
    return tarballs.map(({ filename }) => join(destination, filename));
  } finally {
    rmSync(stage, { recursive: true });
  }

  function rewrite(file: string, folder: string): void {
    writeFileSync(file, publishedText(readFileSync(file, 'utf8'), folder, repository, commit));
  }
}

/** Returns the notes of a release: how to install it, and what changed. */
export function releaseNotes(directory: string, commit: string): string {
  const { text } = newestSection(readFileSync(join(directory, 'CHANGELOG.md'), 'utf8'));
  // A preview or an older line is not what the registry installs by the name alone.
  const commands = installCommands(['', 'sandbox'], true).replaceAll(/$/gm, commit.replace(/^v/, '@'));
  return `\`\`\`sh\n${commands}\n\`\`\`\n\n${text}\n`;
}

interface Packing {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

function npmPack(cwd: string, ...options: string[]): Packing[] {
  const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', ...options], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // npm 12 returns the reports by the names of the packages.
  return Object.values(JSON.parse(output));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [repository = '', commit = '', destination = 'packages'] = process.argv.slice(2);
  for (const tarball of packRelease(process.cwd(), repository, commit, destination)) console.log(tarball);
  writeFileSync(join(destination, 'notes.md'), releaseNotes(process.cwd(), commit));
}
