import { sendWithin } from '../../../../commands/handling/sending/send-within';
import type { FailureKind, Result } from '../../../../commands/ports/providers/result';
import { failed } from '../../../doubles/scripted-provider';

const DEADLINE_MS = 1_000;

/** Each call takes so long; the last answer holds for every later call. */
const sending = async (answers: readonly (Result<string> | Error)[], callMs = 0) => {
  let nowMs = 0;
  let calls = 0;
  const window = { clock: { now: () => nowMs }, provider: 'bank', deadlineMs: DEADLINE_MS };
  const answer = await sendWithin(window, async () => {
    const said = answers[Math.min(calls, answers.length - 1)] ?? new Error('nothing was scripted');
    calls += 1;
    nowMs += callMs;
    if (said instanceof Error) throw said;
    return said;
  });
  return { answer, calls };
};

const DONE: Result<string> = { ok: true, value: 'done' };

test('sends an order up to three times while it provably was not executed', async () => {
  expect(await sending([failed('RETRYABLE'), failed('RETRYABLE'), DONE])).toEqual({ answer: DONE, calls: 3 });
  expect(await sending([failed('RETRYABLE')])).toEqual({ answer: failed('RETRYABLE'), calls: 3 });
});

test('stops at the deadline', async () => {
  expect((await sending([failed('RETRYABLE')], DEADLINE_MS)).calls).toBe(1);
  expect((await sending([failed('RETRYABLE')], DEADLINE_MS - 1)).calls).toBe(2);
});

test.each<FailureKind>([
  'UNKNOWN',
  'REJECTED',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'NOT_FOUND',
  'NOT_CONFIGURED',
])('sends once after the answer %s', async (kind) => {
  expect(await sending([failed(kind), DONE])).toEqual({ answer: failed(kind), calls: 1 });
});

test('sends once and reports an unknown outcome when the call throws', async () => {
  const { answer, calls } = await sending([new Error('secret'), DONE]);
  expect(calls).toBe(1);
  expect(answer).toEqual({
    ...{ ok: false, kind: 'UNKNOWN', code: 'OTHER', provider: 'bank' },
    message: 'The call ended in an error',
  });
});
