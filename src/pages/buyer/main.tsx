/** The buyer's pages: checkout and 3DS. */
import { render } from 'preact';
import { ask, Refused } from '../shared/ask.js';
import { Authentication } from './authentication.js';
import { Checkout } from './checkout.js';
import { Unknown } from './frame.js';

const root = document.getElementById('page');
const pageKey = location.pathname.split('/').pop() ?? '';

if (root !== null) {
  const Page = root.dataset.page === '3ds' ? Authentication : Checkout;
  const show = (isKnown: boolean): void => render(isKnown ? <Page pageKey={pageKey} /> : <Unknown />, root);
  root.replaceChildren();
  show(pageKey !== '');
  // The stream does not report an unknown key.
  if (pageKey !== '') {
    ask(`${pageKey}/state`).catch((error: unknown) => {
      if (error instanceof Refused && (error.status === 404 || error.status === 400)) show(false);
    });
  }
}
