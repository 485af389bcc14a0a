/** Returns the JSON pointer of a path from the root, as a reference has it: `#/components/schemas/Card`. */
export function pointerOf(path: readonly (string | number)[]): string {
  return ['#', ...path.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

/** Returns the keys of a JSON pointer such as `/items/0/quantity`. Empty for the root. */
export function keysOfPointer(pointer: string): string[] {
  const keys = pointer.split('/').slice(1);
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
