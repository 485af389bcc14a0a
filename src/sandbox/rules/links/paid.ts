import type { Work } from '../work.js';

/** Says that a link was paid. That is an event and no state: it can be paid again. */
export function linkPaid(work: Work, id: number): void {
  const link = work.seek('links', id);
  if (link !== undefined) work.emit('link.paid', link);
}
