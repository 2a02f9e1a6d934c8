import { readBalance } from '../../../commands/withdrawal/request-withdrawal';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { withdrawalTerms } from '../../../packages/testing/src/samples/sample-withdrawal-data';
import { core } from '../../core';
import { ok, scriptedRedemption } from '../../doubles/scripted-redemption';

const { reading } = event('BalanceReserved').data;

test('returns the redemption’s reading unchanged', async () => {
  const { redemption } = scriptedRedemption({ readBalance: ok(reading) });
  expect(await readBalance(core().clock, redemption, withdrawalTerms)).toEqual(reading);
});

test('asks for the wallet in the name of the withdrawal, within 3 s', async () => {
  const { clock } = core();
  const asked: unknown[] = [];
  const { redemption } = scriptedRedemption();
  const listening: typeof redemption = {
    ...redemption,
    readBalance: async (...question) => {
      asked.push(...question);
      return ok(reading);
    },
  };
  await readBalance(clock, listening, withdrawalTerms);
  const call = { requestId: 'wd1', partnerId: 'p1', mode: 'sandbox', deadlineMs: clock.now() + 3_000 };
  expect(asked).toEqual([call, '0xcc']);
});

test('refuses a malformed reading', async () => {
  const { redemption } = scriptedRedemption({ readBalance: ok({ ...reading, balanceBaseUnits: '-1' }) });
  await expect(readBalance(core().clock, redemption, withdrawalTerms)).rejects.toThrow('cannot be read');
});
