/** The file of `explore --html`: one page without scripts and without other files. */
import { readFileSync } from 'node:fs';
import { type Findings, htmlOf, viewOf } from '../findings/index.js';
import { packageFile } from '../package-files.js';
import type { SentenceLanguage } from '../sentences/index.js';

/** No content of a report can load or run anything in the page. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

export function explorationHtml(findings: Findings, language: SentenceLanguage = 'en'): string {
  const styles = readFileSync(packageFile('dist/pages/findings.css'), 'utf8');
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>explore</title>
<style>
${styles}
</style>
<body>
<main class="report">
<h1>explore</h1>
${htmlOf(viewOf(findings, language))}
</main>
</body>
</html>
`;
}
