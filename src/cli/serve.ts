import { once } from 'node:events';
import { isLoopback, namedHost } from '../server/access/host.js';

/** Announces a server, runs it until the process gets a signal, and resolves to the exit code. */
export async function serve(
  server: { close(): Promise<void> },
  { host, name, greeting }: { host: string; name: string; greeting: string },
): Promise<number> {
  if (!isLoopback(namedHost(host) ?? '')) {
    process.stderr.write(`warning: listening on ${host}: other machines can reach the ${name}\n`);
  }
  process.stdout.write(greeting);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await server.close();
  return 0;
}
