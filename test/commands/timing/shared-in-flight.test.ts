import { sharedInFlight } from '../../../commands/timing/shared-in-flight';

/** Answers by hand. */
const byHand = () => {
  const asked: { readonly answer: (value: number) => void; readonly fail: (error: Error) => void }[] = [];
  const ask = sharedInFlight(
    () =>
      new Promise<number>((resolve, reject) => {
        asked.push({ answer: resolve, fail: reject });
      }),
  );
  return { ask, asked };
};

test('shares a running call among its callers, and starts a new one for the next', async () => {
  const { ask, asked } = byHand();
  const both = [ask(), ask()];
  asked[0]?.answer(1);
  expect(await Promise.all(both)).toEqual([1, 1]);
  const next = ask();
  asked[1]?.answer(2);
  expect(await next).toBe(2);
  expect(asked).toHaveLength(2);
});

test('fails all callers that waited, but no later caller', async () => {
  const { ask, asked } = byHand();
  const both = Promise.allSettled([ask(), ask()]);
  asked[0]?.fail(new Error('away'));
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = ask();
  asked[1]?.answer(3);
  expect(await next).toBe(3);
});
