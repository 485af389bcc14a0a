/** Money and times as their readers write them. Times are those of São Paulo, where the days of boletos begin. */

const ZONE = 'America/Sao_Paulo';

/** @param centavos as they go over the wire */
export function money(centavos: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' }).format(centavos / 100);
}

/** `21/11/2026 09:00`, `Nov 21, 2026, 9:00 AM`. What is no time stays what it is. */
export function dateTime(time: string | number, language: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return String(time);
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: ZONE }).format(date);
}

/** The last day before a time: what ends with a midnight ends with the day before it. */
export function lastDay(time: string, language: string): string {
  const before = new Date(time).getTime() - 1;
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: ZONE }).format(before);
}

/** With seconds, for those who compare times: `2026-11-21 09:00:00`. */
export function exactTime(time: string | number): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return String(time);
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: ZONE }).format(date);
}
