import { createRequire } from 'node:module';

const CONTRACT = 'payment-gateway-contract';
const ADVICE = 'install the same version of both packages';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/**
 * Returns one sentence if the contract package is missing or has another version than the package in a folder: the two share code that may change
 * in any release. This file imports nothing of the contract package, because such an import fails first.
 */
export function contractProblem(packageFolder: string): string | undefined {
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
export function checkContractVersion(packageFolder: string): void {
  const problem = contractProblem(packageFolder);
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
