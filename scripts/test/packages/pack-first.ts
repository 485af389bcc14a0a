import { afterAll, beforeAll } from 'vitest';
import { built } from '../../../test/built/built.ts';
import { type Packed, pack } from './packed.ts';

/** Packs the built packages before the tests of a file, and removes them afterwards. */
export function packFirst(use: (packed: Packed) => void): void {
  let packed: Packed | undefined;
  beforeAll(async () => {
    await Promise.all([built('pages'), built('docs')]);
    packed = pack();
    use(packed);
  });
  afterAll(() => packed?.remove());
}
