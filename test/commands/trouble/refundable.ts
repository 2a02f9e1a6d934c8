import type { RefundTransfer } from '../../../aggregates/payout/commands';
import { dispatchPayout } from '../../../commands/payout/sending/dispatch-payout';
import { decide as decideStep } from '../../../commands/trouble/decide';
import { recordRefund } from '../../../commands/trouble/record-refund';
import { typesOf } from '../../core';
import { failed, type Script, scriptedProvider } from '../../doubles/scripted-provider';
import { step, withRequestedPayout } from '../../samples/paid-intent';
import { asked } from '../operator/asked';
import { NOT_PAID } from './words';

export const HOUR_MS = 3_600_000;
export const TXID = `0x${'5F'.repeat(32)}`;
export const CLAIM = `foundTransfer-ethereum:${'5f'.repeat(32)}` as const;
export const transfer = {
  ...{ network: 'ethereum', txid: TXID, assetId: 201, amountBaseUnits: '25000000' },
  ...{ to: '0x00000000000000000000000000000000000000bb', transferredAt: '2026-11-20T12:00:00Z' },
};

/** Taken for not paid by two operators a day ago; from then on the provider answers as scripted. */
export const refundable = async (get: NonNullable<Script['get']> = [failed('NOT_FOUND')], waitedMs = 24 * HOUR_MS) => {
  const deps = await withRequestedPayout();
  const script = { create: [failed('UNKNOWN', 'TIMEOUT')], get: [failed('NOT_FOUND'), failed('NOT_FOUND'), ...get] };
  const bank = scriptedProvider(script);
  const wired = { ...deps, payoutProviders: bank.payoutProviders };
  await dispatchPayout(wired)(step);
  wired.clock.advance(2 * HOUR_MS);
  for (const by of ['ana', 'bob'])
    await decideStep(wired)({ paymentId: 'cid1', outcome: NOT_PAID, by, mayPropose: true }, asked(deps));
  wired.clock.advance(waitedMs);
  const record = (differences: Partial<RefundTransfer> = {}, paymentId = 'cid1', providers = bank.payoutProviders) =>
    recordRefund({ ...wired, payoutProviders: providers })(
      { paymentId, transfer: { ...transfer, ...differences }, due: null },
      asked(deps),
    );
  const since = async () => (await typesOf(deps.eventStore, 'cashout-cid1')).slice(9);
  const claims = () => typesOf(deps.eventStore, CLAIM);
  return { deps: wired, bank, record, since, claims };
};

export const WRONG_STATE = { rejection: { code: 'WRONG_STATE' } };
