/** The bundled files of the pages from `npm run build`. */

import type { OwnPaths } from '../../server/internal-routes.js';
import { createFiles } from '../../server/static/files.js';
import { refuse } from '../../server/wire/response.js';

const NO_FILE = refuse(404, 'path: the pages have no such file');

export function createAssets(): OwnPaths['respond'] {
  const serve = createFiles();
  return async ({ method, path, headers }) => {
    if (method !== 'GET' && method !== 'HEAD') {
      return refuse(405, 'method: this path answers GET, HEAD only', { allow: 'GET, HEAD' });
    }
    const name = /\/assets\/([a-z0-9]+\.(?:css|js|svg|txt))$/.exec(path)?.[1];
    return (name === undefined ? undefined : await serve(`dist/pages/${name}`, headers)) ?? NO_FILE;
  };
}
