/** The payments that this tab has begun: after them it goes to the shop by itself, once. */
const name = (key: string): string => `begun ${key}`;

export const begun = {
  add(key: string): void {
    sessionStorage.setItem(name(key), '1');
  },
  has(key: string): boolean {
    return sessionStorage.getItem(name(key)) !== null;
  },
  remove(key: string): void {
    sessionStorage.removeItem(name(key));
  },
};
