import { createStaticFiles, isStaticPath, type Landing, landingPage } from '../../server/index.js';
import type { PipelineStep } from '../compose.js';

/** Responds with the landing page, the contract and, if `docs`, the docs. `sending`: they can send their examples to this server. */
export function pages(landing: Landing, docs: boolean, sending: boolean): PipelineStep {
  const files = createStaticFiles(docs, sending);
  return (context, next) => {
    const { routedMethod, path, headers } = context;
    if (routedMethod !== 'GET') return next(context);
    if (path === '/' && 'problem' in context.found) return landingPage(landing, headers.accept);
    return isStaticPath(path) ? files(path, headers) : next(context);
  };
}
