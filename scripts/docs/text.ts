/** Text as it may stand in HTML, in an attribute too. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Prose of the contract, which is broken at the width of a file, as one line. */
export function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
