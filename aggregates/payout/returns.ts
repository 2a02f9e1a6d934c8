import { allocate } from '../money';
import { rejection } from '../rejection';
import type { ResolveReturn } from './commands';
import type { PayoutEvent, ReturnResolved } from './events';
import type { Owed } from './owed';
import { cameToLight, endedUnder, isContradicted, type PayoutState, type SettledPayout, toldOf } from './state';

export interface OpenReturn {
  readonly providerKey: string;
  readonly provider: string;
  readonly amountCents: bigint;
  readonly resolvableFrom?: string;
}

export const openReturnOf = (state: PayoutState): OpenReturn | null => {
  if (state.phase !== 'SETTLED' || state.returnedCents === state.resolvedCents) return null;
  const { providerKey, provider, returnedCents, resolvedCents, resolvableFrom } = state;
  const open = { providerKey, provider, amountCents: returnedCents - resolvedCents };
  return resolvableFrom === undefined ? open : { ...open, resolvableFrom };
};

/** Resolves the whole open amount: paid again, owed in crypto to its sender, or handed to the partner. */
export const resolveReturn = <Key extends object>(
  owed: Owed<Key>,
  state: PayoutState,
  { resolution, expectedCents, now }: ResolveReturn,
): readonly PayoutEvent<Key>[] => {
  const open = openReturnOf(state);
  if (open === null || state.phase !== 'SETTLED') throw rejection('WRONG_STATE', 'This payout has no open return');
  if (open.amountCents !== BigInt(expectedCents)) {
    throw rejection(
      'WRONG_STATE',
      `The open return has ${open.amountCents} cents, not ${expectedCents}: check it again`,
    );
  }
  if (open.resolvableFrom !== undefined && now < open.resolvableFrom) {
    throw rejection(
      'WRONG_STATE',
      `Operators declared this payout not paid: its return can be resolved from ${open.resolvableFrom}`,
    );
  }
  if (cameToLight(state)) {
    throw rejection(
      'WRONG_STATE',
      'The provider later reported this payout as paid: the returned money covers that payment',
    );
  }
  if (resolution.how === 'PAID_AGAIN') mustBePayableAgain(state);
  const { providerKey, provider, amountCents } = open;
  const base = { ...owed.key, providerKey, provider, amountCents: amountCents.toString() };
  return [{ type: 'ReturnResolved', data: { ...base, ...termsOf(owed, state, open, resolution), resolvedAt: now } }];
};

/** A code has one amount, and a provider that contradicts itself may have paid already. */
const mustBePayableAgain = (state: SettledPayout): void => {
  if (isContradicted(state))
    throw rejection('WRONG_STATE', 'The provider has contradicted itself: this payout cannot be paid again');
  if (state.resolvedCents > 0n || state.returnedCents !== state.paidCents) {
    throw rejection('WRONG_STATE', 'Only a part was returned: a payout can only be paid again in full');
  }
};

type Terms = Pick<ReturnResolved, 'how' | 'assetId' | 'amountBaseUnits' | 'transfer'>;

const termsOf = <Key extends object>(
  { asset }: Owed<Key>,
  { resolvedCents }: SettledPayout,
  { amountCents }: OpenReturn,
  resolution: ResolveReturn['resolution'],
): Terms => {
  const none = { assetId: null, amountBaseUnits: null, transfer: null };
  switch (resolution.how) {
    case 'PAID_AGAIN':
      return { ...none, how: 'PAID_AGAIN' };
    case 'PARTNER_PAID':
      return { ...none, how: 'PARTNER_PAID', transfer: resolution.transfer };
    case 'CRYPTO_DUE': {
      // Computed from the resolved totals before and after, so that parts sum to one refund of the whole.
      const due = shareOf(asset, resolvedCents + amountCents) - shareOf(asset, resolvedCents);
      return { ...none, how: 'CRYPTO_DUE', assetId: asset.assetId, amountBaseUnits: due.toString() };
    }
  }
};

/** Fees stay with us: the share of the received asset for these cents, rounded up for the creditor. */
const shareOf = ({ amountBaseUnits, totalCents }: Owed<object>['asset'], cents: bigint): bigint =>
  allocate(BigInt(amountBaseUnits), [cents, BigInt(totalCents) - cents])[0] ?? 0n;

export const evolveResolved = (state: SettledPayout, event: ReturnResolved): PayoutState => {
  const { how, amountCents, resolvedAt } = event;
  if (how !== 'PAID_AGAIN') {
    const resolvedCents = state.resolvedCents + BigInt(amountCents);
    return { ...state, ...endedUnder(state, event.providerKey), resolvedCents };
  }
  const { earlier = [], sent: _before, ...told } = toldOf(state);
  const { attempt, providerKey, provider, dispatchedAt, paidCents, returnedCents, feesCents, resolvedCents } = state;
  const before = { providerKey, provider, dispatchedAt, paidCents, returnedCents, feesCents, resolvedCents };
  return { phase: 'REJECTED', attempt, nextAttemptAt: resolvedAt, ...told, earlier: [...earlier, before] };
};

/** After a failed second payment the return is open again; without an earlier payment the payout has failed. */
export const failedOrOpen = (state: PayoutState, attempt: number, resolvableFrom: string | null): PayoutState => {
  const { earlier = [], ...told } = toldOf(state);
  const last = earlier.at(-1);
  if (last === undefined) return { phase: 'FAILED', ...told };
  const before = earlier.slice(0, -1);
  return {
    ...{ phase: 'SETTLED', attempt, ...last, ...told },
    ...(before.length === 0 ? {} : { earlier: before }),
    ...(resolvableFrom === null ? {} : { resolvableFrom }),
  };
};
