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
