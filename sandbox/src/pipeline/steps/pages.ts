import { createStaticFiles, isStaticPath, type Landing, landingPage } from '../../server/index.js';
import type { PipelineStep } from '../compose.js';

interface PagesParts {
  readonly landing: Landing;
  /** Serves the rendered docs. */
  readonly docs: boolean;
  /** Adds a script to the docs that sends their examples to this server. */
  readonly sending: boolean;
}

/** Responds with the landing page, the contract and the docs. */
export function pages({ landing, docs, sending }: PagesParts): PipelineStep {
  const files = createStaticFiles(docs, sending);
  return (context, next) => {
    const { routedMethod, path, headers } = context;
    if (routedMethod !== 'GET') return next(context);
    if (path === '/' && 'problem' in context.found) return landingPage(landing, headers.accept);
    return isStaticPath(path) ? files(path, headers) : next(context);
  };
}
