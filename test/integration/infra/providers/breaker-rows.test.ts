import { systemClock } from '../../../../infra/clock';
import { breakerRows } from '../../../../infra/providers/breaker/breaker-rows';
import { readModels } from '../../../stores/stored-rows';

const models = readModels();

test('keeps the open breakers of each process, without closed ones and those of an ended process', async () => {
  const rows = breakerRows(models.query);
  const nowMs = systemClock.now();
  const open = (retryAtMs: number) =>
    ({ provider: 'woovi', method: 'PIX_KEY', standing: { openSinceMs: 0, retryAtMs } }) as const;
  await rows.keep('w1', open(nowMs));
  await rows.keep('w1', open(nowMs + 1));
  await rows.keep('w2', open(nowMs));
  await rows.keep('w3', open(nowMs - 3_700_000));
  await rows.keep('w2', { ...open(0), standing: null });
  expect(await rows.list()).toEqual([
    {
      ...{ worker: 'w1', provider: 'woovi', method: 'PIX_KEY', since: '1970-01-01T00:00:00.000Z' },
      retryAt: new Date(nowMs + 1).toISOString(),
    },
  ]);
  expect(await rows.count()).toEqual([{ provider: 'woovi', method: 'PIX_KEY', processes: 1 }]);
});
