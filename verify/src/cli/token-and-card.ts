import type { RunCard } from '../index.js';
import { readSecrets } from './secrets.js';

export interface Secrets {
  readonly token: string;
  readonly card: RunCard | undefined;
}

/** Reads the token, and the card if the run needs it. */
export async function readTokenAndCard(needsCard: boolean): Promise<Secrets> {
  const [token, card] = await readSecrets(...(needsCard ? ['PAYMENT_GATEWAY_CARD'] : []));
  return { token, card: card === undefined ? undefined : parseCard(card) };
}

function parseCard(text: string): RunCard {
  const fields = ['card_number', 'card_holder_name', 'card_expiration_date', 'card_cvv'] as const;
  try {
    const card: Record<string, unknown> = JSON.parse(text);
    if (fields.every((field) => typeof card[field] === 'string' && card[field] !== ''))
      return card as unknown as RunCard;
  } catch {
    // The input may be a card, so the message omits it.
  }
  throw new Error(
    `--allow money: needs a card; set PAYMENT_GATEWAY_CARD, or write it as the second line of standard input, as JSON with ${fields.join(', ')}`,
  );
}
