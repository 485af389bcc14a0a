// The client of the application, with the address and the token that the test chooses.
import { createGatewayClient } from '../../../src/index.js';

/** @param {string} accessToken */
export function clientOf(accessToken) {
  return createGatewayClient({ baseUrl: process.env.PAYMENT_GATEWAY_URL ?? '', accessToken, retries: 0 });
}

export const body = /** @type {const} */ ({ payment_method: 'pix', amount: 100 });
