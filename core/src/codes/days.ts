/** Days (`YYYY-MM-DD`), months and timestamps. Nothing here reads a clock. A day or text outside the years 0001 to 9999 throws a RangeError. */

/** Milliseconds. */
export const DAY = 86_400_000;
export const MINUTE = 60_000;
const FIRST_TIME = Date.parse('0001-01-01T00:00:00Z');
/** The last day that a timestamp with a four-digit year can express. */
export const LAST_TIME = Date.UTC(9999, 11, 31);
/** Brazil has had no daylight saving time since 2019. Days and months begin and end in São Paulo. */
const SAO_PAULO = -3 * 3_600_000;

/** Returns whether a text is an existing day, as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false;
  // `Date` reads 30 February as 2 March.
  return new Date(text).getUTCDate() === Number(text.slice(8));
}

/** Returns the start of a day in UTC, in milliseconds. */
function startOf(day: string): number {
  if (!isDay(day)) throw new RangeError('day: must exist, as YYYY-MM-DD, from 0001-01-01 to 9999-12-31');
  return Date.parse(day);
}

/** Returns ISO 8601 in UTC with milliseconds. */
export function isoTime(time: number): string {
  if (!(time >= FIRST_TIME && time < LAST_TIME + DAY)) throw new RangeError('time: must be in the years 0001 to 9999');
  return new Date(time).toISOString();
}

export function addDays(day: string, days: number): string {
  return dayInUtc(startOf(day) + days * DAY);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((startOf(to) - startOf(from)) / DAY);
}

/** Returns the day, or the next business day of banks. */
export function businessDay(day: string): string {
  let found = day;
  while ([0, 6].includes(new Date(startOf(found)).getUTCDay()) || isBankHoliday(found)) found = addDays(found, 1);
  return found;
}

/** Month and day of the national holidays. 20 November is one since 2024 (Lei 14.759). */
const FIXED_HOLIDAYS = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'];
/** Days from Easter: the Monday and Tuesday of Carnival, Good Friday, Corpus Christi. */
const MOVING_HOLIDAYS = [-48, -47, -2, 60];

/** Returns whether banks in all of Brazil are closed for a holiday (Febraban's calendar). States and cities have more holidays. */
export function isBankHoliday(day: string): boolean {
  const year = Number(day.slice(0, 4));
  const monthAndDay = day.slice(5);
  if (FIXED_HOLIDAYS.includes(monthAndDay) || (monthAndDay === '11-20' && year >= 2024)) return true;
  return MOVING_HOLIDAYS.includes(daysBetween(easter(year), day));
}

/** Returns Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
function easter(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const correction = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const epact = (correction + 19 * golden + 15) % 30;
  const fullMoon = epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + fullMoon + 2 - century + Math.floor(century / 4)) % 7;
  return addDays(`${String(year).padStart(4, '0')}-03-28`, fullMoon - weekday);
}

/**
 * Returns the same day and time of day in São Paulo after a number of months, or the month's last day. Always count from the first day of a
 * series: after a 31st has become a 30th, it would stay a 30th.
 */
export function monthsAfter(time: number, months: number): number {
  const from = new Date(time + SAO_PAULO);
  const target = new Date(from);
  target.setUTCDate(1);
  target.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  target.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return target.getTime() - SAO_PAULO;
}

/** Returns the day in São Paulo at a time in milliseconds. */
export function dayInSaoPaulo(time: number): string {
  return dayInUtc(time + SAO_PAULO);
}

/** Returns the day in UTC at a time in milliseconds. */
export function dayInUtc(time: number): string {
  return isoTime(time).slice(0, 10);
}

/** Returns the end of a day in São Paulo, in milliseconds. */
export function endOfDay(day: string): number {
  return startOf(day) + DAY - SAO_PAULO;
}

/** Returns ISO 8601 with microseconds and a trailing `Z`, as transactions have it. The clock counts milliseconds. */
export function timestamp(time: number): string {
  return `${isoTime(time).slice(0, -1)}000Z`;
}

/** Returns `YYYY-MM-DD HH:MM:SS` in UTC, the format of a Pix expiry. */
export function utcDateTime(time: number): string {
  return isoTime(time).slice(0, 19).replace('T', ' ');
}

/** Reads `YYYY-MM-DD HH:MM:SS` in UTC, or an ISO 8601 timestamp. Returns undefined for other text and for days that do not exist. */
export function readDateTime(text: string): number | undefined {
  const [, day = '', time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,9})?)(?:Z|\+00:00)?$/.exec(text) ?? [];
  if (!isDay(day)) return undefined;
  const read = Date.parse(`${day}T${time}Z`);
  return Number.isNaN(read) ? undefined : read;
}
