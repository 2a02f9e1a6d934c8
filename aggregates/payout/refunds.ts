import { transferIdOf } from '../refund-transfer/refund-transfer';
import { rejection } from '../rejection';
import type { RecordRefund, RefundTransfer } from './commands';
import type { PayoutEvent, RefundRecorded } from './events';
import { mustBeTold } from './losses';
import { cameToLight, type Due, hasEnded, isContradictedSince, type PayoutState } from './state';

export const evolveDue = (state: PayoutState, due: Omit<Due, 'number' | 'txid'>): PayoutState => {
  const { reason, network, assetId, amountBaseUnits, refundableFrom } = due;
  const wait = refundableFrom === undefined ? {} : { refundableFrom };
  const before = state.dues ?? [];
  const owed = { number: before.length + 1, reason, network, assetId, amountBaseUnits, ...wait };
  return { ...state, dues: [...before, owed] };
};

export const evolveRefunded = (state: PayoutState, { dues: paid, txid }: RefundRecorded): PayoutState => ({
  ...state,
  dues: (state.dues ?? []).map((due) => (paid.includes(due.number) ? { ...due, txid } : due)),
});

const isOf =
  ({ network, txid }: RefundTransfer) =>
  (due: Due): boolean =>
    due.txid !== undefined && transferIdOf(due.network, due.txid) === transferIdOf(network, txid);

/** Records one transfer for all open dues, or for the named one. The same transaction again records no event. */
export const recordRefund = <Key extends object>(
  key: Key,
  state: PayoutState,
  { transfer, due, now }: RecordRefund,
): readonly PayoutEvent<Key>[] => {
  const { dues: all = [] } = state;
  const asked = all.filter(({ number }) => due === null || number === due);
  if (asked.some(isOf(transfer))) return [];
  if (all.some(isOf(transfer))) throw rejection('WRONG_STATE', `${transfer.txid} is already recorded for another due`);
  const open = asked.filter(({ txid }) => txid === undefined);
  mustBeOwed(asked, open);
  mustBeTold(state);
  mustBeAtRest(state);
  mustBeRefundable(state, open, now);
  const dueBaseUnits = open.reduce((sum, { amountBaseUnits }) => sum + BigInt(amountBaseUnits), 0n);
  for (const each of open) mustBeOf(each, transfer);
  const moved = BigInt(transfer.amountBaseUnits);
  if (moved < dueBaseUnits)
    throw rejection('WRONG_STATE', `${dueBaseUnits} base units are due, but the transfer moved ${moved}`);
  const dues = open.map(({ number }) => number);
  const data = { ...key, dues, dueBaseUnits: dueBaseUnits.toString(), ...transfer, recordedAt: now };
  return [{ type: 'RefundRecorded', data }];
};

const mustBeOwed = (asked: readonly Due[], open: readonly Due[]): void => {
  if (open.length > 0) return;
  const paid = asked.flatMap(({ txid }) => txid ?? []);
  if (paid.length === 0) throw rejection('WRONG_STATE', 'This payment has no crypto refund due');
  throw rejection('WRONG_STATE', `The refund is already recorded as transaction ${paid.join(', ')}`);
};

/** A payee who was or may be paid excludes a refund. Contradictions before a final decision do not count. */
const mustBeAtRest = (state: PayoutState): void => {
  if (isContradictedSince(state) || cameToLight(state)) {
    throw rejection('WRONG_STATE', 'The provider has contradicted itself about the payout: no refund is allowed');
  }
  if (!hasEnded(state)) throw rejection('WRONG_STATE', 'The payout is still open: refund only after its end');
};

/** A due reported by the provider also waits after operators declared a later payment unpaid. */
const mustBeRefundable = ({ decided }: PayoutState, open: readonly Due[], now: string): void => {
  for (const { number, reason, refundableFrom: told } of open) {
    const refundableFrom = (reason === 'PAYOUT_FAILED' ? decided?.refundableFrom : undefined) ?? told;
    if (refundableFrom === undefined || now >= refundableFrom) continue;
    throw rejection(
      'WRONG_STATE',
      `Operators, not the provider, ended the payout of due ${number}: refund from ${refundableFrom}`,
    );
  }
};

const mustBeOf = (due: Due, { network, assetId }: RefundTransfer): void => {
  if (due.network === network && due.assetId === assetId) return;
  const [owed, moved] = [due, { network, assetId }].map((each) => `asset ${each.assetId} on ${each.network}`);
  throw rejection('WRONG_STATE', `The due is in ${owed}, but the transfer is in ${moved}`);
};
