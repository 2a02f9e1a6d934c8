import { rest } from '../../../infra/timing/rest';

const NEVER_MS = 3_600_000;

describe('a rest', () => {
  test('ends after its time', async () => {
    await expect(rest(1, new AbortController().signal)).resolves.toBeUndefined();
  });

  test('ends immediately after an abort before or during it, and never rejects', async () => {
    const controller = new AbortController();
    const resting = rest(NEVER_MS, controller.signal);
    controller.abort();
    await expect(resting).resolves.toBeUndefined();
    await expect(rest(NEVER_MS, controller.signal)).resolves.toBeUndefined();
  });
});
