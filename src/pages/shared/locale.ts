/** Formats money and times in the language of the page. Times are those of São Paulo, where a boleto's day begins. */

/** The server chooses it by `Accept-Language`. */
export const language = globalThis.document?.documentElement.lang === 'en' ? 'en' : 'pt-BR';

const timeZone = 'America/Sao_Paulo';
const reais = new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' });
const minutes = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone });

export function money(centavos: number): string {
  return reais.format(centavos / 100);
}

/** `21 de nov. de 2026, 09:00`, `Nov 21, 2026, 9:00 AM`. A text that is no time stays as it is. */
export function dateTime(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : minutes.format(date);
}

/** The last day before a time: a deadline at midnight means the day before. */
export function lastDay(time: string): string {
  const before = new Date(time).getTime() - 1;
  return Number.isNaN(before) ? time : days.format(before);
}

const seconds = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });

/** `2026-11-21 09:00:00`: with seconds, to compare times. */
export function exactTime(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : seconds.format(date);
}
