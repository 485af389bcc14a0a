/** Formats money and times in the language of the page. Times are those of São Paulo, where a boleto's day begins. */

const root = globalThis.document?.documentElement;
const CHOSEN = 'language';

/** The language that the reader has chosen on a page of the sandbox, or else that of the server by `Accept-Language`. */
export const language = root && (localStorage.getItem(CHOSEN) ?? root.lang) === 'en' ? 'en' : 'pt-BR';
if (root) root.lang = language;

export function switchLanguage(): void {
  localStorage.setItem(CHOSEN, language === 'en' ? 'pt-BR' : 'en');
  location.reload();
}

/** Returns a function that picks the text of a language. */
export const sayIn =
  (chosen: typeof language) =>
  <Text>(pt: Text, en: Text): Text =>
    chosen === 'en' ? en : pt;
export const say = sayIn(language);

const SAO_PAULO = 'America/Sao_Paulo';
const reais = new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' });
const minutes = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: SAO_PAULO });
const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: SAO_PAULO });

export function money(centavos: number): string {
  // In English, `R$1,061.90` has no blank. The one here does not break a line.
  return reais.format(centavos / 100).replace(/^(-?R\$)(?=\d)/, '$1\u00a0');
}

const tenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** `19,1 ms`, `19.1 ms`. */
export const milliseconds = (duration: number): string => `${tenths.format(duration)} ms`;

/** `21 de nov. de 2026, 09:00`, `Nov 21, 2026, 9:00 AM`. Returns any other text unchanged. */
export function dateTime(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : minutes.format(date);
}

/** The last day before a time: a deadline at midnight means the day before. */
export function lastDay(time: string): string {
  const before = new Date(time).getTime() - 1;
  return Number.isNaN(before) ? time : days.format(before);
}

/** `2026-11-21 09:00:00 BRT`: with seconds and zone, to compare times. Returns any other text unchanged. */
export function exactTime(time: string, timeZone = SAO_PAULO): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  const name = date.toLocaleTimeString(language, { timeZone, timeZoneName: 'short' }).split(' ').at(-1);
  // Swedish dates look like ISO 8601. A line breaks after a hyphen, but not after a minus sign.
  return `${date.toLocaleString('sv-SE', { timeZone })} ${name?.replace('-', '−')}`;
}

/** Reads reais as people type them, `1.234,56` or `1234.56`. Returns centavos, or NaN. */
export function readReais(text: string): number {
  const number = text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text;
  return /^\s*\d+(\.\d{0,2})?\s*$/.test(number) ? Math.round(Number(number) * 100) : Number.NaN;
}
