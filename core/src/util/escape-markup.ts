/** Escapes a printable text for the content of HTML or XML, and for attributes in double quotes. XML has no noncharacters. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
