import { expect, test } from 'vitest';
import { some } from '../../../../test/property-runs.ts';
import { createStub } from '../../../../test/stub-server.ts';
import { sendTo } from '../send.ts';
import { worstBodies } from './worst-bodies.ts';

// Small bodies, because quadratic work shows even here.
test('the hardest bodies for each operation get a short response with an error message', async () => {
  const stub = createStub();
  const statuses = new Set<number>();
  for (const { name, operationId, method, path, body } of some(some(worstBodies(20_000)))) {
    const { status, errors } = await sendTo(stub, method, path, body);
    statuses.add(status);
    if (status === 200) continue;
    expect(status, `${operationId} ${name}`).toBe(400);
    expect(errors.length, `${operationId} ${name}`).toBeLessThanOrEqual(102);
    expect(Math.max(...errors.map(({ length }: string) => length)), `${operationId} ${name}`).toBeLessThan(300);
  }
  expect([...statuses].sort()).toEqual([200, 400]);
});
