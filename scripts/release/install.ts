/**
 * How a reader gets the packages: packed in a clone before the first release, from the registry after it. `released.json` says which. READMEs
 * and the skill have the text between two marks, where `npm run generate` writes it. The guides and the release notes call `installCommands`.
 */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { en, type Words } from '../docs/words/en.ts';
import { withLines } from '../generate/stamp.ts';

const SWITCH = 'scripts/release/released.json';

/** Returns whether a release is published, as the repository in this folder says. The first release sets it. */
export const isReleased = (repository = '.'): boolean =>
  JSON.parse(readFileSync(join(repository, SWITCH), 'utf8')).released === true;

/** The folder of a package that people install by its name. */
type Folder = '' | 'sandbox' | 'verify';

/** The sandbox alone: a command that also names the contract would take it out of the production dependencies. */
const FROM_REGISTRY: Readonly<Record<Folder, string>> = {
  '': 'npm install payment-gateway-contract',
  sandbox: 'npm install --save-dev payment-gateway-sandbox',
  verify: 'npm install payment-gateway-verify',
};

/** In a project whose folder is next to the clone. */
const FROM_CLONE: Readonly<Record<Folder, string>> = {
  '': 'npm install ../payment-gateway-contract/payment-gateway-contract-*.tgz',
  sandbox: `npm install ../payment-gateway-contract/payment-gateway-contract-*.tgz
npm install -D ../payment-gateway-contract/payment-gateway-core-*.tgz \\
  ../payment-gateway-contract/payment-gateway-sandbox-*.tgz`,
  verify: 'npm install ../payment-gateway-contract/payment-gateway-[cv]*.tgz',
};

const PACK = 'npm pack --ignore-scripts --workspaces --include-workspace-root';

/** What the READMEs say before the first release. */
const UNRELEASED: Readonly<Record<string, string>> = {
  'README.md':
    'No release is published yet. In a clone, `npm ci && npm start` runs the sandbox, with console and docs, at http://127.0.0.1:4010, or at another port with `npm start -- --port 4020`. It needs Node 20.19 or newer. To use the package in your project, pack the clone, and install the tarballs in the project:',
  'LEIAME.md':
    'Ainda não há versão publicada. Em um clone, `npm ci && npm start` inicia o sandbox, com console e docs, em http://127.0.0.1:4010, ou em outra porta com `npm start -- --port 4020`. Só precisa do Node 20.19 ou mais novo. Para usar o pacote no seu projeto, empacote o clone e instale no projeto os arquivos gerados:',
};

/** Returns the commands that install these packages in a project. The comments name the folders in the language of the reader. */
export function installCommands(
  folders: readonly Folder[],
  released: boolean,
  { inClone, inProject }: Words['install'] = en.install,
): string {
  if (released) return folders.map((folder) => FROM_REGISTRY[folder]).join('\n');
  return `# ${inClone}\nnpm run build && ${PACK}\n# ${inProject}\n${FROM_CLONE[folders.at(-1) ?? '']}`;
}

/** The READMEs of the packages that people install, in both languages, with the folder of each. */
export const READMES: readonly (readonly [file: string, folder: Folder])[] = (
  ['', 'sandbox', 'verify'] as const
).flatMap((folder) => Object.keys(UNRELEASED).map((name) => [posix.join(folder, name), folder] as const));

/** The files that have the text between the marks, with the package that each installs. */
const FILES = new Map<string, Folder>([...READMES, ['sandbox/skills/test-payments/SKILL.md', 'sandbox']]);
export const INSTALL_TEXTS = [...FILES.keys()];

/** Returns a file of `INSTALL_TEXTS` with its text for this state. Throws if it has no marks. */
export function withInstallText(file: string, text: string, released: boolean): string {
  const about = released ? undefined : UNRELEASED[posix.basename(file)];
  const commands = installCommands([FILES.get(file) ?? ''], released);
  // The sentence says where each command runs.
  const code = `\`\`\`sh\n${about ? commands.replace(/^#.*\n/gm, '') : commands}\n\`\`\``;
  return withLines(file, text, ['<!-- install -->', '<!-- /install -->'], about ? `${about}\n\n${code}` : code);
}
