import { createRequire } from 'node:module';
import { packageFolder } from '#package-root';

const CONTRACT = 'payment-gateway-contract';
const ADVICE = 'install the same version of both packages';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/**
 * Returns one sentence if the contract package is missing or has another version than this package: the two share code that may change in any
 * release. Imports nothing of the contract package, because such an import fails first. Both programs have this file.
 */
export function contractProblem(): string | undefined {
  const require = createRequire(`${packageFolder}/package.json`);
  const { name, version, peerDependencies } = require('./package.json') as Manifest;
  const needed = peerDependencies[CONTRACT];
  const installed = installedVersion(require);
  if (installed === needed) return undefined;
  const needs = `${name} ${version} needs ${CONTRACT} ${needed}`;
  const problem = installed === undefined ? ', which is not installed' : `, but ${installed} is installed`;
  return `${needs}${problem}: ${ADVICE}`;
}

/** Ends this process with the sentence, for a command. */
export function checkContractVersion(): void {
  const problem = contractProblem();
  if (problem === undefined) return;
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

function installedVersion(require: NodeJS.Require): string | undefined {
  try {
    return (require(`${CONTRACT}/package.json`) as Manifest).version;
  } catch {
    return undefined;
  }
}
