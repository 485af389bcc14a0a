/** Money and times as their readers write them. Times are those of São Paulo, where the days of boletos begin. */

const timeZone = 'America/Sao_Paulo';

/** To make a format takes longer than to use it many times. */
function once<Format>(make: (language: string) => Format): (language: string) => Format {
  const made = new Map<string, Format>();
  return (language) => {
    const known = made.get(language) ?? make(language);
    made.set(language, known);
    return known;
  };
}

const reais = once((language) => new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' }));
const minutes = once(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
);
const days = once((language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }));
const seconds = once(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium', timeZone }),
);

/** @param centavos as they go over the wire */
export function money(centavos: number, language: string): string {
  return reais(language).format(centavos / 100);
}

/** `21/11/2026 09:00`, `Nov 21, 2026, 9:00 AM`. What is no time stays what it is. */
export function dateTime(time: string, language: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : minutes(language).format(date);
}

/** The last day before a time: what ends with a midnight ends with the day before it. */
export function lastDay(time: string, language: string): string {
  const before = new Date(time).getTime() - 1;
  return Number.isNaN(before) ? time : days(language).format(before);
}

/** With seconds, for those who compare times: `2026-11-21 09:00:00`. */
export function exactTime(time: string): string {
  const date = new Date(time);
  // The Swedish write dates as ISO 8601 does.
  return Number.isNaN(date.getTime()) ? time : seconds('sv-SE').format(date);
}
