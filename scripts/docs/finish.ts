import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Completes the pages that Astro wrote. Links become relative, so that the docs work below any address, and each page gets a
 * policy that allows only its own scripts and its own host.
 */
export async function finishPages(out: string): Promise<void> {
  const names = await readdir(out, { recursive: true });
  await Promise.all(
    names
      .filter((name) => name.endsWith('.html'))
      .map(async (name) => {
        const file = join(out, name);
        const page = await readFile(file, 'utf8');
        const up = '../'.repeat(name.split(/[\\/]/).length - 1) || './';
        await writeFile(file, withPolicy(relative(page, up)));
      }),
  );
}

/** Links of the docs begin with one slash. `/../` leads out of an older version. */
function relative(page: string, up: string): string {
  return page.replace(
    /((?: (?:href|src|content|data-url|data-root)=|<option value=)")\/(?!\/)/g,
    (_, attribute: string) => attribute + up,
  );
}

function withPolicy(page: string): string {
  const inline = [...page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const policy = [
    "default-src 'none'",
    "connect-src 'self'",
    `script-src 'self' ${[...new Set(inline)].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return page
    .replace('<meta charset="utf-8"/>', () => `<meta charset="utf-8"/>${meta}`)
    .replace('<meta charset="utf-8">', (charset) => charset + meta);
}
