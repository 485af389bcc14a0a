/**
 * How many runs a property gets: a quarter of what it deserves, at least 15. `npm run test:all` gives it all, with other values.
 */
export function runs(deserved: number): number {
  return process.env.PROPERTY_RUNS === 'all' ? deserved : Math.max(15, Math.ceil(deserved / 4));
}
