import { describe, expect, test } from 'vitest';
import type { MockRequest } from '../../../src/mock/index.js';
import { prettyLine } from '../../../src/server/journal/log.js';

describe('a line of the log', () => {
  const request: MockRequest = {
    time: '2026-11-20T13:05:41.482Z',
    method: 'POST',
    operationId: 'createTransaction',
    params: {},
    query: {},
    headers: {},
    body: undefined,
    response: undefined,
    status: 200,
    errors: [],
    warnings: [],
    evidence: 'documented 4.5',
    duration: 1.234,
  };

  test('names operation, status, duration and evidence', () => {
    expect(prettyLine(request, false)).toBe('13:05:41 createTransaction 200 1.2 ms documented 4.5');
  });

  test('says what was wrong', () => {
    const refused = { ...request, status: 400, errors: ['amount: is required', 'payment_method: is required'] };
    expect(prettyLine(refused, false)).toBe(
      '13:05:41 createTransaction 400 1.2 ms documented 4.5 amount: is required (and 1 more)',
    );
    expect(prettyLine({ ...request, status: 0 }, false)).toContain('createTransaction no response');
    expect(prettyLine({ ...request, operationId: undefined, evidence: undefined, status: 404 }, false)).toBe(
      '13:05:41 POST (no operation) 404 1.2 ms',
    );
  });

  test('is coloured only where it is asked for', () => {
    expect(prettyLine(request, true)).toContain('\u001b[32m200\u001b[0m');
    expect(prettyLine(request, false)).not.toContain('\u001b');
  });
});
