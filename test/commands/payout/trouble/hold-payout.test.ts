import { dispatchPayout } from '../../../../commands/payout/dispatch-payout';
import { requestPayout } from '../../../../commands/payout/request-payout';
import { holdPayout } from '../../../../commands/payout/trouble/hold-payout';
import { releasePayout } from '../../../../commands/payout/trouble/release-payout';
import { core, typesOf } from '../../../core';
import { payout, scriptedProvider } from '../../../doubles/scripted-provider';
import { step, withPaidIntent, withRequestedPayout } from '../../../samples/paid-intent';
import { asked } from '../../operator/asked';

/** Of what an operator held nobody is asked. */
const release = (deps: ReturnType<typeof core>) =>
  releasePayout({ ...deps, redemptions: { named: () => null }, providers: [], mostAttempts: 3 })('cid1', asked(deps));

test('a held payout is not requested, and is looked at again', async () => {
  const deps = await withPaidIntent();
  expect(await holdPayout(deps)('cid1', asked(deps))).toBe(true);
  expect(await requestPayout(deps)(step)).toEqual({ askAgainAtMs: deps.clock.now() + 60_000 });
  expect(await release(deps)).toEqual({ outcome: 'RELEASED' });
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
  expect(await release(deps)).toEqual({ outcome: 'RELEASED' });
  expect(await release(deps)).toEqual({ outcome: 'UNCHANGED' });
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

test('what owes nothing is not found', async () => {
  const deps = core();
  const notFound = { rejection: { code: 'NOT_FOUND' } };
  await expect(holdPayout(deps)('cid1', asked(deps))).rejects.toMatchObject(notFound);
  await expect(release(deps)).rejects.toMatchObject(notFound);
});
