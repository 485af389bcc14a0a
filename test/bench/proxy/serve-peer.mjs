/** The peer: http-proxy, which forwards by Node's own client. */
import { createRequire } from 'node:module';

// The package is there only while the benchmark runs, and has no types.
const httpProxy = createRequire(import.meta.url)('http-proxy');
const [port, target] = process.argv.slice(2);
httpProxy.createProxyServer({ target }).listen(Number(port), '127.0.0.1');
