import { dispatchPayout } from '../../../../commands/payout/dispatch-payout';
import { requestPayout } from '../../../../commands/payout/request-payout';
import { holdPayout, releasePayout } from '../../../../commands/payout/trouble/change-hold';
import { core, typesOf } from '../../../core';
import { payout, scriptedProvider } from '../../../doubles/scripted-provider';
import { step, withPaidIntent, withRequestedPayout } from '../../../samples/paid-intent';
import { asked } from '../../operator/asked';

test('a held payout is not requested, and is looked at again', async () => {
  const deps = await withPaidIntent();
  expect(await holdPayout(deps)('cid1', asked(deps))).toEqual({ stream: 'cashout-cid1', changed: true });
  expect(await requestPayout(deps)(step)).toEqual({ askAgainAtMs: deps.clock.now() + 60_000 });
  expect(await releasePayout(deps)('cid1', asked(deps))).toMatchObject({ changed: true });
  expect(await requestPayout(deps)(step)).toBe('done');
  expect(await typesOf(deps.eventStore, 'cashout-cid1')).toEqual([
    ...['CashoutIntentCreated', 'DepositAccepted', 'PayoutHeld', 'PayoutReleased', 'PayoutRequested'],
  ]);
});

test('a requested one is not sent', async () => {
  const deps = await withRequestedPayout();
  const bank = scriptedProvider({ create: [payout('SETTLED')] });
  const wired = { ...deps, payoutProviders: bank.payoutProviders };
  await holdPayout(deps)('cid1', asked(deps));
  expect(await dispatchPayout(wired)(step)).toEqual({ askAgainAtMs: deps.clock.now() + 60_000 });
  expect(bank.sent).toEqual([]);
  await releasePayout(deps)('cid1', asked(deps));
  await dispatchPayout(wired)(step);
  expect(bank.sent).toHaveLength(1);
});

test('a worker that looked just before the hold sends nothing: the fence is behind it', async () => {
  const deps = await withRequestedPayout();
  const bank = scriptedProvider({ create: [payout('SETTLED')] });
  const vault = {
    ...deps.vault,
    open: async (sealed: Parameters<typeof deps.vault.open>[0]) => {
      await holdPayout(deps)('cid1', asked(deps));
      return deps.vault.open(sealed);
    },
  };
  await dispatchPayout({ ...deps, vault, payoutProviders: bank.payoutProviders })(step);
  expect([bank.sent, (await typesOf(deps.eventStore, 'cashout-cid1')).at(-1)]).toEqual([[], 'PayoutHeld']);
});

test.each([holdPayout, releasePayout])('what owes nothing is not found', async (change) => {
  const deps = core();
  const changing = change(deps)('cid1', asked(deps));
  await expect(changing).rejects.toMatchObject({ rejection: { code: 'NOT_FOUND' } });
});
