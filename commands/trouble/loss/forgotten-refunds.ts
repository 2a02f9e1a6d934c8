import type { FoundRefund } from '../../../aggregates/cashin/commands';
import { pixOf } from '../../../aggregates/cashin/state';
import type { Recorded } from '../../../aggregates/events';
import { DISPUTED } from '../../../aggregates/refund/state';
import { type CashinDeps, callFor } from '../../cashin/cashin-step';
import { believedRefund } from '../../cashin/refund/refund-answer';
import { refundKeyOf } from '../../handling/deterministic-ids';
import type { Charge, ChargeProvider, ReceivedPix, Refund } from '../../ports/providers/charge-provider';
import { attemptsAllowed, byEveryKey, type HeldHistory, type Known, mustAgree, stays } from './by-every-key';

/** The refund of each PIX that only its provider knows. Refuses WRONG_STATE when the two exclude each other. */
export const forgottenRefunds = async (
  deps: CashinDeps,
  held: HeldHistory,
  provider: ChargeProvider,
  { payments }: Pick<Charge, 'payments'>,
): Promise<readonly FoundRefund[]> => {
  mustBeTold(held, provider, payments);
  const found: FoundRefund[] = [];
  for (const pix of payments) {
    const known = await refundsOf(deps, held, provider, pix);
    const forgotten = forgottenIn(held, provider, pix, known);
    if (forgotten !== null) found.push(forgotten);
  }
  return found;
};

const mustBeTold = ({ state }: HeldHistory, { name }: ChargeProvider, payments: readonly ReceivedPix[]): void => {
  for (const { endToEndId, amountCents } of state.received) {
    const told = payments.find((each) => each.endToEndId === endToEndId);
    if (told?.amount !== amountCents) throw stays(`${name} reports PIX ${endToEndId} differently than before`);
  }
};

const refundsOf = (
  deps: CashinDeps,
  { state, history }: HeldHistory,
  provider: ChargeProvider,
  { endToEndId }: ReceivedPix,
): Promise<readonly Known<Refund>[]> => {
  const { facts } = state;
  return byEveryKey({
    provider: provider.name,
    attempts: Math.max(attemptsAllowed(deps), lastAttempt(history, endToEndId)),
    keyOf: (attempt) => refundKeyOf(facts.intentId, endToEndId, attempt),
    ask: async (refundKey) => {
      const refund = { idempotencyKey: refundKey, chargeKey: facts.intentId, endToEndId };
      const said = await provider.getRefund(callFor(deps, facts), refund);
      return believedRefund({ ...deps, facts, refundKey }, said);
    },
  });
};

const lastAttempt = (history: readonly Recorded[], endToEndId: string): number =>
  history.reduce(
    (last, { type, data }) =>
      type === 'ChargeRefundDispatched' && data.endToEndId === endToEndId ? Math.max(last, data.attempt) : last,
    0,
  );

const forgottenIn = (
  { state, history }: HeldHistory,
  { name }: ChargeProvider,
  pix: ReceivedPix,
  known: readonly Known<Refund>[],
): FoundRefund | null => {
  const { endToEndId } = pix;
  const last = known.at(-1);
  const refund = pixOf(state, endToEndId)?.refund ?? null;
  const hasFailed = (key: string): boolean =>
    history.some(
      ({ type, data }) => type === 'ChargeRefundRejected' && data.refundKey === key && data.code !== DISPUTED,
    );
  const made = refund?.phase === 'DONE' ? { key: refund.refundKey, state: 'DONE' } : null;
  mustAgree({ provider: name, noun: 'refund', hasFailed, made }, ['FAILED'], known);
  // An operator gives a refused refund back by hand.
  if (refund?.phase !== 'REFUSED') mustAddUp(name, pix, known);
  if (last === undefined || last.attempt <= lastAttempt(history, endToEndId)) return null;
  return { endToEndId, attempt: last.attempt, refundKey: last.key, amountCents: last.value.amount.toString() };
};

/** An unknown refund of a part was sent by another party. */
const mustAddUp = (name: string, { endToEndId, refunded }: ReceivedPix, known: readonly Known<Refund>[]): void => {
  const sumOf = (state: Refund['state']): bigint =>
    known.reduce((sum, { value }) => (value.state === state ? sum + value.amount : sum), 0n);
  const made = sumOf('DONE');
  if (refunded < made || refunded > made + sumOf('PROCESSING')) {
    throw stays(`${name} reports ${refunded} refunded cents for PIX ${endToEndId}, but lists refunds of ${made}`);
  }
};
