/** What arrived is not an event. The message says why, and quotes nothing of it. */
export class WebhookParseError extends Error {
  override readonly name = 'WebhookParseError';
}
