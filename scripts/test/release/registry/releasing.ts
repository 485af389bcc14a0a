/** Releases a copy of the repository by the steps of CONTRIBUTING and of the workflow. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { bump } from '../../../release/bump.ts';
import type { Registry } from './registry.ts';

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

/** Copies the repository with its build to this folder. */
export function copyRepository(folder: string): void {
  const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0');
  const built = ['dist', 'core/dist', 'sandbox/dist', 'verify/dist'];
  for (const path of [...tracked, ...built].filter((one) => one !== '' && existsSync(one))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(path, join(folder, path), { recursive: true });
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
}

/** Prepares the copy for a release of this version: the changelog, the switch, the version and the generated files. */
export function prepare(folder: string, version: string): void {
  const rewrite = (file: string, from: RegExp, to: string) =>
    writeFileSync(join(folder, file), readFileSync(join(folder, file), 'utf8').replace(from, to));
  rewrite('CHANGELOG.md', /^## .*$/m, `## ${version}, 2026-12-01`);
  rewrite('scripts/release/released.json', /false/, 'true');
  if (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version !== version) bump(folder, version);
  execFileSync('npm', ['run', 'generate'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Runs the steps of the workflow that check, pack and publish. Everything is built. Returns the tag that the registry gave the version. */
export function release(folder: string, version: string, { url, token }: Registry, env: NodeJS.ProcessEnv): string {
  const { jobs } = parse(readFileSync(join(folder, '.github/workflows/release.yml'), 'utf8')) as Workflow;
  const step = (job: string, part: string) => {
    const found = jobs[job]?.steps.find(({ run }) => run?.includes(part))?.run;
    if (found === undefined) throw new Error(`release.yml: the job ${job} has no step with ${part}`);
    return found;
  };
  // npm proves where a package comes from only on a machine of GitHub.
  const scripts = [
    step('build', 'ready.ts'),
    step('build', 'pack.ts').replace('npm run build\n', ''),
    step('publish', 'npm publish').replace(' --provenance', ''),
  ];
  const output = join(folder, 'output');
  writeFileSync(output, '');
  rmSync(join(folder, 'packages'), { recursive: true, force: true });
  const given = {
    ...{ GITHUB_REF_NAME: `v${version}`, GITHUB_SERVER_URL: 'https://code.example', GITHUB_REPOSITORY: 'owner/name' },
    ...{ GITHUB_OUTPUT: output, npm_config_registry: url, NPM_TOKEN: token },
  };
  for (const script of scripts) {
    const [, SHA256 = ''] = /^sha256<<END\n([\s\S]*?)\nEND$/m.exec(readFileSync(output, 'utf8')) ?? [];
    execFileSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd: folder,
      env: { ...process.env, ...env, ...given, SHA256 },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return /^tag=(.*)$/m.exec(readFileSync(output, 'utf8'))?.[1] ?? '';
}
