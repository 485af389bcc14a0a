/** Prints measured values next to the project's limits. */
let missed = 0;

export const missedLimits = (): number => missed;

/** Prints one line: the measured value, its limit, whether the value meets it, and a remark. */
export function atLeast(what: string, value: number, limit: number, remark?: string): void {
  print(what, value, [`at least ${limit}`, ...(remark === undefined ? [] : [remark])].join('; '), value >= limit);
}

export function atMost(what: string, value: number, limit: number): void {
  print(what, value, `at most ${limit}`, value <= limit);
}

function print(what: string, value: number, limit: string, holds: boolean): void {
  if (!holds) missed++;
  console.log(`${holds ? 'holds ' : 'MISSED'}  ${what}: ${value.toFixed(value < 100 ? 2 : 0)} (${limit})`);
}
