/**
 * The statuses of a clear refusal: the gateway did nothing. Any other failure leaves open whether it acted, because a
 * gateway may answer 409 or 425 while it processes the request, and a proxy may answer 499 after it forwarded the request.
 */
export const clearRefusals: readonly number[] = [400, 401, 402, 403, 404, 405, 413, 415, 422, 429];

/** Returns whether the gateway may have carried out a request with this status. Browsers report a redirect as status 0. */
export const leavesOutcomeOpen = (status: number): boolean =>
  !(status >= 200 && status < 300) && !clearRefusals.includes(status);
