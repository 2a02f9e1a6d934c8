import { type Look, readyAfterMs } from './readiness';

const looksOf = (...looks: readonly (readonly [number, boolean])[]): readonly Look[] =>
  looks.map(([atMs, isReady]) => ({ atMs, isReady }));

test('counts from the answer of the store to the first look that finds the service ready', () => {
  const looks = looksOf([0, true], [100, false], [200, false], [450, true], [500, true]);
  expect(readyAfterMs(looks, [{ fromMs: 50, answeredAtMs: 250 }])).toEqual([200]);
});

test('an outage through which the service stayed ready counts nothing', () => {
  expect(readyAfterMs(looksOf([0, true], [100, true], [200, true]), [{ fromMs: 50, answeredAtMs: 150 }])).toEqual([]);
});

test('a service that is never ready again counts to the end', () => {
  expect(readyAfterMs(looksOf([0, true], [100, false], [9_000, false]), [{ fromMs: 50, answeredAtMs: 150 }])).toEqual([
    8_850,
  ]);
});

test('a service that was ready again before a writer was answered counts as nothing lost', () => {
  const looks = looksOf([0, true], [100, false], [200, true], [300, true]);
  expect(readyAfterMs(looks, [{ fromMs: 50, answeredAtMs: 250 }])).toEqual([0]);
});
