import { execFile } from 'node:child_process';

export interface Problem {
  readonly rule: string;
  readonly severity: string;
  /** JSON pointer without `#/`. */
  readonly at: string;
  readonly message: string;
}

interface Report {
  readonly problems: {
    readonly ruleId: string;
    readonly severity: string;
    readonly message: string;
    readonly location: { readonly pointer: string }[];
  }[];
}

/** Lints the files with the project's configuration in one run of the real tool. Returns the problems of each file. */
export async function lint(files: readonly string[]): Promise<Problem[][]> {
  const output = await new Promise<string>((resolve) => {
    const args = ['node_modules/@redocly/cli/bin/cli.js', 'lint', '--config', 'redocly.yaml', '--format', 'json'];
    // Exits with 1 when it reports something, which is what most of these runs are for.
    execFile(process.execPath, [...args, ...files], { maxBuffer: 1e8 }, (_error, stdout) => resolve(stdout));
  });
  // One JSON document per file, written one after the other.
  const reports = JSON.parse(`[${output.trim().replaceAll(/\n\}\s*\{\n/g, '\n},{\n')}]`) as Report[];
  if (reports.length !== files.length) throw new Error(`${files.length} files linted, ${reports.length} reports`);
  return reports.map(({ problems }) =>
    problems.map(({ ruleId, severity, message, location }) => ({
      rule: ruleId,
      severity,
      at: location[0]?.pointer.replace('#/', '') ?? '',
      message,
    })),
  );
}
