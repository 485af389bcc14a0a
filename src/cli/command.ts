/** A command: its whole help, and a run that resolves to the exit code. */
export interface Command {
  help: string;
  run(args: readonly string[]): Promise<number>;
}
