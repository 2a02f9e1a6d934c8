import { untilReady } from '../../src/bin/running/until-ready';
import type { Readiness } from '../../src/http/deps';

const readinessAfter = (looks: number) => {
  let asked = 0;
  return {
    asked: () => asked,
    readiness: async (): Promise<Readiness> => {
      asked += 1;
      return { ready: asked > looks, checks: {} };
    },
  };
};

test('waits at the start until the process is ready', async () => {
  const { asked, readiness } = readinessAfter(3);
  await untilReady(readiness, Infinity);
  expect(asked()).toBe(4);
});

test('starts without waiting for a network that stays unreachable', async () => {
  const { asked, readiness } = readinessAfter(Number.MAX_SAFE_INTEGER);
  await untilReady(readiness, 1);
  expect(asked()).toBeGreaterThan(0);
});
