import { expect, test } from 'vitest';
import { keysOfPointer, pointerOf } from '../../src/util/json-pointer.js';

test.each([
  [[], '#'],
  [[''], '#/'],
  [['paths', '/v1/cards'], '#/paths/~1v1~1cards'],
  [['a~1b', '~', '0'], '#/a~01b/~0/0'],
])('the path %j is the pointer %s, which has its keys', (path, pointer) => {
  expect(pointerOf(path)).toBe(pointer);
  expect(keysOfPointer(pointer)).toEqual(path);
});
