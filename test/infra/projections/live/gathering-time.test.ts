import { gatheringTime } from '../../../../infra/projections/live/gathering-time';

test.each([
  ['rests for two quick writes when requests wait', true, 3, 6],
  ['rests for 25 ms at most when requests wait', true, 400, 25],
  ['begins at once when nothing was written', true, 0, 0],
  ['rests for 100 ms when no request waits', false, 3, 100],
])('%s', (_behaviour, isAwaited, lastWriteMs, restMs) => {
  expect(gatheringTime(isAwaited, lastWriteMs)).toBe(restMs);
});
