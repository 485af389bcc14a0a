import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { redocly, redoclyFolder } from './redocly.ts';

const here = dirname(fileURLToPath(import.meta.url));

/** The notices of everything that Redocly, and so the page, bundles. */
export const redoclyNotices = join(redoclyFolder, 'THIRD_PARTY_NOTICES');
export const redoclyLicense = join(redoclyFolder, 'LICENSE');

/** How to render. */
export interface RenderOptions {
  /** Redocly's configuration; that of these docs when left out. */
  config?: string;
  /** Redoc's labels in the language of the page, by its keys; English ones where there is none. */
  labels?: Record<string, string>;
}

/**
 * Renders a contract with Redoc into one HTML file, by Redocly's command line: its build-docs has no programming
 * interface. Rejects with what Redocly printed.
 */
export function renderWithRedoc(contract: string, output: string, options: RenderOptions = {}): Promise<void> {
  const { config = join(here, 'redocly.yaml'), labels = {} } = options;
  // React's development build, which Node would load otherwise, renders slower and says nothing that anyone reads.
  const env = { NODE_ENV: 'production', DOCS_LABELS: JSON.stringify(labels) };
  const hooks = Object.keys(labels).length > 0 ? ['--import', join(here, 'labels.js')] : [];
  return redocly(['build-docs', contract, '--inlineBundle', '--config', config, '-o', output], { env, hooks });
}
