/**
 * How a reader gets the packages: packed in a clone before the first release, from the registry after it. `released.json` says which. READMEs,
 * SECURITY.md and the skill have the text between two marks, where `npm run generate` writes it. The guides and the notes of a release ask for it.
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
type Code = 'en' | 'pt-BR';

/** The sandbox alone: a command that also names the contract would take it out of the production dependencies. */
const FROM_REGISTRY: Readonly<Record<Folder, string>> = {
  '': 'npm install payment-gateway-contract',
  sandbox: 'npm install --save-dev payment-gateway-sandbox',
  verify: 'npm install payment-gateway-verify',
};

/** In a project beside the clone. */
const FROM_CLONE: Readonly<Record<Folder, string>> = {
  '': 'npm install ../payment-gateway-contract/payment-gateway-contract-*.tgz',
  sandbox: `npm install ../payment-gateway-contract/payment-gateway-contract-*.tgz
npm install -D ../payment-gateway-contract/payment-gateway-core-*.tgz \\
  ../payment-gateway-contract/payment-gateway-sandbox-*.tgz`,
  verify: 'npm install ../payment-gateway-contract/payment-gateway-[cv]*.tgz',
};

const PACK = 'npm pack --ignore-scripts --workspaces --include-workspace-root';

/** What the README of each package says before the first release. */
const CLONED: Readonly<Record<Folder, Record<Code, string>>> = {
  '': {
    en: `No release is published yet. A clone only needs Node 20.19 or newer:

\`\`\`sh
npm ci && npm start    # the sandbox, with console and docs, at http://127.0.0.1:4010
npm start -- --port 4020    # the same at another port
npm ci && npm test     # the tests
\`\`\`

To use the package in your project, pack it in the clone, and install the tarball:

\`\`\`sh
npm run build && npm pack --ignore-scripts    # in the clone: writes the tarball
${FROM_CLONE['']}
\`\`\``,
    'pt-BR': `Ainda não há versão publicada. Um clone só precisa do Node 20.19 ou mais novo:

\`\`\`sh
npm ci && npm start    # o sandbox, com console e docs, em http://127.0.0.1:4010
npm start -- --port 4020    # o mesmo em outra porta
npm ci && npm test     # os testes
\`\`\`

Para usar o pacote no seu projeto, empacote no clone e instale o arquivo gerado:

\`\`\`sh
npm run build && npm pack --ignore-scripts    # no clone: gera o pacote
${FROM_CLONE['']}
\`\`\``,
  },
  sandbox: {
    en: `No release is published yet. In a clone, \`npm ci && npm start\` runs the sandbox, and \`npm ci && npm test\` the tests. To use it in your project, pack the clone:

\`\`\`sh
npm run build && ${PACK}
${FROM_CLONE.sandbox}
\`\`\``,
    'pt-BR': `Ainda não há versão publicada. Em um clone, \`npm ci && npm start\` inicia o sandbox, e \`npm ci && npm test\` roda os testes. Para usar no seu projeto:

\`\`\`sh
npm run build && ${PACK}
${FROM_CLONE.sandbox}
\`\`\``,
  },
  verify: {
    en: `No release is published yet. Pack the packages in a clone, and install three of them:

\`\`\`sh
npm ci && npm run build    # in the clone
${PACK}
${FROM_CLONE.verify}
\`\`\``,
    'pt-BR': `Ainda não há versão publicada. Em um clone, empacote os pacotes e instale três deles:

\`\`\`sh
npm ci && npm run build    # no clone
${PACK}
${FROM_CLONE.verify}
\`\`\``,
  },
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

const shell = (commands: string, fence = 'sh') => `\`\`\`${fence}\n${commands}\n\`\`\``;

const ofReadme = (folder: Folder, code: Code) => (released: boolean) =>
  released ? shell(FROM_REGISTRY[folder]) : CLONED[folder][code];

/** The files that have the text between the marks, by their paths. */
const TEXTS: Readonly<Record<string, (released: boolean) => string>> = {
  'README.md': ofReadme('', 'en'),
  'LEIAME.md': ofReadme('', 'pt-BR'),
  'sandbox/README.md': ofReadme('sandbox', 'en'),
  'sandbox/LEIAME.md': ofReadme('sandbox', 'pt-BR'),
  'verify/README.md': ofReadme('verify', 'en'),
  'verify/LEIAME.md': ofReadme('verify', 'pt-BR'),
  'sandbox/skills/test-payments/SKILL.md': (released) => shell(installCommands(['sandbox'], released), 'bash'),
  'SECURITY.md': (released) => {
    const [only, lists] = released ? ['gets', 'lists'] : ['will get', 'will list'];
    return `${released ? '' : 'No version is published yet. '}Before 1.0, only the newest published version ${only} fixes, each as a new version. [CHANGELOG.md](CHANGELOG.md) ${lists} them.
\`.github/workflows/release.yml\` ${released ? 'publishes' : 'will publish'} every release with npm provenance, which \`npm audit signatures\` verifies.`;
  },
};
export const INSTALL_TEXTS = Object.keys(TEXTS);

/** The READMEs of the packages that people install, in both languages, with the folder of each. */
export const READMES: readonly (readonly [file: string, folder: Folder])[] = (
  ['', 'sandbox', 'verify'] as const
).flatMap((folder) => ['README.md', 'LEIAME.md'].map((name) => [posix.join(folder, name), folder] as const));

/** Returns a file of `INSTALL_TEXTS` with its text for this state. Throws if it has no marks. */
export const withInstallText = (file: string, text: string, released: boolean): string =>
  withLines(file, text, ['<!-- install -->', '<!-- /install -->'], TEXTS[file]?.(released) ?? '');
