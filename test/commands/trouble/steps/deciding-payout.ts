import type { Outcome } from '../../../../aggregates/payout/commands';
import type { PayoutEnd } from '../../../../aggregates/payout/events';
import { recordPayoutOutcome } from '../../../../commands/payout/outcome/record-payout-outcome';
import { dispatchPayout } from '../../../../commands/payout/sending/dispatch-payout';
import type { PayoutProvider } from '../../../../commands/ports/providers/payout-provider';
import { decide as decideStep } from '../../../../commands/trouble/decide';
import { recordRefund } from '../../../../commands/trouble/record-refund';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { typesOf } from '../../../core';
import { offering } from '../../../doubles/scripted-provider';
import { step, withRequestedPayout } from '../../../samples/paid-intent';
import { asked } from '../../operator/asked';
import { NOT_PAID } from '../words';

export const HOUR_MS = 3_600_000;
export const WRONG_STATE = { rejection: { code: 'WRONG_STATE' } };
export const PAID = { how: 'PAID', endToEndId: 'E77-1' } as const;

export type Requested = Awaited<ReturnType<typeof withRequestedPayout>>;

const SETTLED = {
  kind: 'SETTLED',
  providerId: 'sbx_1',
  amountCents: '15000',
  endToEndId: 'E1',
  receiptUrl: null,
} as const;

interface Unreachable {
  readonly isUnreachable?: boolean;
}

/** A payout that was sent to this provider so long ago. */
export const sentTo = async (
  provider: PayoutProvider | ((deps: Requested) => PayoutProvider),
  waitedMs = 2 * HOUR_MS,
) => {
  const requested = await withRequestedPayout();
  const bank = typeof provider === 'function' ? provider(requested) : provider;
  const deps = { ...requested, payoutProviders: offering(bank), everyPayoutProvider: [bank] };
  await dispatchPayout(deps)(step);
  deps.clock.advance(waitedMs);
  const decide = (by: string, end: PayoutEnd = NOT_PAID, differences: Partial<typeof deps> & Unreachable = {}) => {
    const { isUnreachable = false, ...others } = differences;
    const said = { paymentId: 'cid1', outcome: end, by, mayPropose: true, isUnreachable };
    return decideStep({ ...deps, ...others })(said, asked(deps));
  };
  const both = async (...word: [end?: PayoutEnd, differences?: Partial<typeof deps> & Unreachable]) => [
    await decide('ana', ...word),
    await decide('bob', ...word),
  ];
  const { network, txid, assetId, amountBaseUnits } = event('RefundRecorded').data;
  const refund = () => {
    const told = { network, txid, assetId, amountBaseUnits, to: `0x${'b1'.repeat(20)}` };
    const transfer = { ...told, transferredAt: deps.clock.iso() };
    return recordRefund(deps)({ paymentId: 'cid1', transfer, due: null }, asked(deps));
  };
  /** The provider reports it without a question. */
  const comesToLight = (outcome: Outcome = SETTLED) => {
    const about = { stream: step.stream, providerKey: deps.providerKey, causeEventId: 'late', dispatchedAt: null };
    return recordPayoutOutcome(deps)({ ...about, outcome });
  };
  const since = async () => (await typesOf(deps.eventStore, 'cashout-cid1')).slice(5);
  return { deps, bank, decide, both, refund, comesToLight, since };
};
