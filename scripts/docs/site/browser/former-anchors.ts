/** Follows an anchor of the former single page, such as `#/transactions/createtransaction?example=pix`. */
export function followFormerAnchor(): void {
  const [, anchor = '', example] = /^#(\/[^?#]+)(?:\?example=([\w.-]+))?/.exec(location.hash) ?? [];
  if (anchor !== '') {
    const pages: Record<string, string> = JSON.parse(document.getElementById('former-anchors')?.textContent ?? '{}');
    const page = new Map(Object.entries(pages)).get(anchor.toLowerCase().replace(/\/$/, ''));
    if (page !== undefined) {
      // Pages begin with a slash; the logo's link leads to the page of this language.
      const up = document.documentElement.lang === 'en' ? '.' : '..';
      location.replace(`${up}${page}${example === undefined ? '' : `?example=${example}`}`);
    }
  }
}
