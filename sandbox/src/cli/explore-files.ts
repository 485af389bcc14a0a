/** The files of `explore`: its page without other files, and JUnit XML. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { printable } from 'payment-gateway-core/codes';
import { junitXml } from 'payment-gateway-core/util';
import type { ExploreResult } from '../explore/index.js';
import { type Findings, htmlOf, viewOf } from '../findings/index.js';
import { packageFile } from '../package-files.js';
import type { SentenceLanguage } from '../sentences/index.js';

/** Selects the command next to a button, and copies it. A file, and a page over plain HTTP, may have no other way to copy. */
const SCRIPT = `addEventListener('click', ({ target }) => {
  if (!target.matches('.copy')) return;
  getSelection().selectAllChildren(target.previousElementSibling);
  if (document.execCommand('copy')) target.textContent = target.dataset.copied;
});`;

/** No content of a report can load or run anything in the page. */
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`;

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
<noscript><style>.copy { display: none }</style></noscript>
<body>
<main class="report">
<h1>explore</h1>
${htmlOf(viewOf(findings, language))}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** Renders the result as JUnit XML. Each plan is a test case. A plan that did not happen is skipped. */
export function explorationJunit({ failures, tried }: ExploreResult, milliseconds: number): string {
  const others = tried.filter(({ outcome }) => outcome !== 'broke');
  const cases = [...failures, ...others].map((one) => ({
    ...{ group: 'explore', name: one.plan },
    failures: 'problem' in one ? [{ message: printable(one.problem), text: one.timeline.join('\n') }] : undefined,
    skipped: 'outcome' in one && one.outcome === 'did not happen' ? one.outcome : undefined,
  }));
  return junitXml('payment-gateway-sandbox explore', cases, { seconds: milliseconds / 1000 });
}
