import type { Work } from './work.js';

/** The address of a page for browsers. The key is random, so that knowing one address gives no other. */
export function pageUrl(work: Work, page: '3ds' | 'pay', key: string): string {
  return `${work.settings.publicUrl}/_sandbox/${page}/${key}`;
}

/** The unique key by which a page finds its object. */
export const pageKey = (key: string): string => `page:${key}`;
