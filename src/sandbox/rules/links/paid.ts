import { seek, type Work } from '../work.js';

/** Says that a link was paid. That is an event and no state: it can be paid again. */
export async function linkPaid(work: Work, id: number): Promise<void> {
  const link = await seek(work, 'links', id);
  if (link !== undefined) work.emit('link.paid', link);
}
