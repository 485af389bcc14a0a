// @ts-check
/**
 * Text as it may stand in HTML, in an attribute too.
 *
 * @param {string} text
 * @returns {string}
 */
export function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/**
 * Prose of the contract, which is broken at the width of a file, as one line.
 *
 * @param {string} text
 * @returns {string}
 */
export function oneLine(text) {
  return text.trim().replace(/\s+/g, ' ');
}
