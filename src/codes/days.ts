/** Days (`YYYY-MM-DD`) and timestamps. Nothing here reads a clock. */

export const DAY = 86_400_000;
/** Brazil has had no summer time since 2019; days of boletos begin and end in São Paulo. */
const SAO_PAULO = -3 * 3_600_000;

/** Whether it is `YYYY-MM-DD` of a day that exists. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  // `Date` reads 30 February as 2 March.
  return new Date(text).getUTCDate() === Number(text.slice(8));
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}

/** The day itself, or the Monday after its weekend. */
export function workday(day: string): string {
  const weekday = new Date(day).getUTCDay();
  return addDays(day, weekday === 6 ? 2 : weekday === 0 ? 1 : 0);
}

/** The day in São Paulo at a time in milliseconds. */
export function dayInSaoPaulo(time: number): string {
  return new Date(time + SAO_PAULO).toISOString().slice(0, 10);
}

/** The midnight in São Paulo with which a day ends, in milliseconds. */
export function endOfDay(day: string): number {
  return Date.parse(day) + DAY - SAO_PAULO;
}

/** ISO 8601 with microseconds and a trailing `Z`, as transactions have it; the clock counts milliseconds. */
export function timestamp(time: number): string {
  return `${new Date(time).toISOString().slice(0, -1)}000Z`;
}

/** `YYYY-MM-DD HH:MM:SS` in UTC, the form of a PIX expiry. */
export function dateTime(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

/** Reads `YYYY-MM-DD HH:MM:SS` in UTC, or an ISO 8601 timestamp; undefined for anything else and for days that do not exist. */
export function readDateTime(text: string): number | undefined {
  const [, day = '', time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,9})?)(?:Z|\+00:00)?$/.exec(text) ?? [];
  if (!isDay(day)) return undefined;
  const read = Date.parse(`${day}T${time}Z`);
  return Number.isNaN(read) ? undefined : read;
}
