/** The buyer's pages: checkout and 3DS. */
import { type ComponentType, render } from 'preact';
import { Authentication } from './authentication.js';
import { Checkout } from './checkout.js';
import { Unknown } from './frame.js';

const PAGES: Readonly<Record<string, ComponentType<{ pageKey: string }>>> = { pay: Checkout, '3ds': Authentication };
const root = document.getElementById('page');

if (root !== null) {
  const Page = PAGES[root.dataset.page ?? ''] ?? Unknown;
  root.replaceChildren();
  render(<Page pageKey={location.pathname.split('/').pop() ?? ''} />, root);
}
