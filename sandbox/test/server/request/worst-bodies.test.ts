import { expect, test } from 'vitest';
import { some } from '../../../../test/property-runs.ts';
import { createStub } from '../../../../test/stub-server.ts';
import { worstBodies } from './worst-bodies.ts';

const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };

// Small bodies, because quadratic work shows even here.
test('the hardest bodies for each operation get a short response with an error message', async () => {
  const stub = createStub();
  const statuses = new Set<number>();
  for (const { name, operationId, method, path, body } of some(some(worstBodies(20_000)))) {
    const response = await stub.fetch(path, { method, headers, body });
    const text = await response.text();
    statuses.add(response.status);
    if (response.status === 200) continue;
    expect(response.status, `${operationId} ${name}`).toBe(400);
    const { errors } = JSON.parse(text) as { errors: string[] };
    expect(errors.length, `${operationId} ${name}`).toBeLessThanOrEqual(102);
    expect(Math.max(...errors.map(({ length }) => length)), `${operationId} ${name}`).toBeLessThan(300);
  }
  expect([...statuses].sort()).toEqual([200, 400]);
});
