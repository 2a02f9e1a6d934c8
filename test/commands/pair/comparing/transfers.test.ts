import { commandIdOf } from '../../../../commands/handling/deterministic-ids';
import { halvesOf, isKeyOfOurs, windowsOf } from '../../../../commands/pair/comparing/transfers';

const DAY_MS = 86_400_000;

test('E7: a key of ours is told from another’s', () => {
  const keys = [commandIdOf('payout', 'cid1', '1'), '', 'invoice 7', 'a3bb189e-8bf9-4888-9912-ace4e6543002'];
  expect(keys.map((idempotencyKey) => isKeyOfOurs({ idempotencyKey }))).toEqual([true, false, false, false]);
});

test('E7: a list is asked for a day at a time, and for halves of it down to a minute', () => {
  expect([...windowsOf({ fromMs: 5, toMs: DAY_MS + 7 })]).toEqual([
    { fromMs: 5, toMs: DAY_MS + 5 },
    { fromMs: DAY_MS + 5, toMs: DAY_MS + 7 },
  ]);
  expect([...windowsOf({ fromMs: 5, toMs: 5 })]).toEqual([]);
  expect(halvesOf({ fromMs: 0, toMs: 60_001 })).toEqual([
    { fromMs: 0, toMs: 30_000 },
    { fromMs: 30_000, toMs: 60_001 },
  ]);
  expect(halvesOf({ fromMs: 0, toMs: 60_000 })).toBeNull();
});
