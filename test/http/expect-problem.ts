import type { Response } from 'supertest';

/** D6: an answer that something is away gives the time to ask again, in whole seconds, 1 to 30. */
export const expectRetryAfter = (headers: Readonly<Record<string, string>>): void =>
  expect(headers['retry-after']).toMatch(/^(?:[1-9]|[12]\d|30)$/);

/** The envelope of every refusal but validation and 429. */
export const expectProblem = (answer: Response, status: number, code: string): void => {
  expect([answer.status, answer.body]).toEqual([
    status,
    { success: false, error: expect.any(String), code, requestId: answer.headers['x-request-id'] },
  ]);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  if (status === 503) expectRetryAfter(answer.headers);
};

/** The envelope of 429; the header and the body name the same seconds, of a window of so many. */
export const expectLimited = (answer: Response, windowSeconds = 60): void => {
  const retryAfter = +(answer.headers['retry-after'] ?? '');
  expect([answer.status, answer.body]).toEqual([
    429,
    { success: false, error: 'Too many requests', code: 'RATE_LIMITED', retryAfter },
  ]);
  expect(retryAfter).toBeGreaterThanOrEqual(1);
  expect(retryAfter).toBeLessThanOrEqual(windowSeconds);
};

export const expectInvalid = (answer: Response, fields: readonly string[]): void => {
  expect([answer.status, answer.body]).toEqual([
    400,
    {
      ok: false,
      success: false,
      error: { code: 'VALIDATION_ERROR', messages: expect.any(Array), fieldErrors: expect.any(Object) },
      requestId: answer.headers['x-request-id'],
    },
  ]);
  const { fieldErrors }: { fieldErrors: Record<string, string> } = answer.body.error;
  expect(Object.keys(fieldErrors).sort()).toEqual([...fields].sort());
  expect(answer.body.error.messages.length).toBeGreaterThan(0);
};
