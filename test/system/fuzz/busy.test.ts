import { type Busy, untilServed } from './busy';

/** Answers one after the other, the last for ever; keeps how long was waited. */
const asking = async (...answers: readonly Busy[]) => {
  const waitedMs: number[] = [];
  let asked = 0;
  const served = await untilServed(
    async () => answers[Math.min(asked++, answers.length - 1)] ?? { status: 0, retryAfter: null },
    async (delayMs) => waitedMs.push(delayMs),
  );
  return { ...served, asked, waitedMs };
};

const ok = { status: 200, retryAfter: null };
const busy = (retryAfter: string | null) => ({ status: 503, retryAfter });

test('D6: a 503 that says when is asked again then, and no fault once it is served', async () => {
  const { answer, busy: told, waitedMs } = await asking(busy('2'), busy('30'), ok);
  expect([answer, told, waitedMs]).toEqual([ok, 2, [2_000, 30_000]]);
});

test('D6: what is served or refused at once is asked for once', async () => {
  for (const status of [200, 400, 429, 500, 502]) {
    const { answer, asked } = await asking({ status, retryAfter: '1' });
    expect([answer.status, asked]).toEqual([status, 1]);
  }
});

test.each([
  null,
  '',
  '0',
  '31',
  '1.5',
  '-1',
  'soon',
  'Wed, 21 Oct 2026 07:28:00 GMT',
])('D6: a 503 that says %j is a fault', async (retryAfter) => {
  const { answer, asked } = await asking(busy(retryAfter), ok);
  expect([answer.status, asked]).toEqual([503, 1]);
});

test('D6: a 503 that is never lifted is a fault', async () => {
  const { answer, asked } = await asking(busy('1'));
  expect([answer.status, asked]).toEqual([503, 6]);
});
