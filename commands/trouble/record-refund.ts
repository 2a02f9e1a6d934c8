import type { RecordRefund as Asked, RefundTransfer } from '../../aggregates/payout/commands';
import { recordRefund as refundOf } from '../../aggregates/payout/refunds';
import { canonicalTxid, refundTransfer, transferIdOf } from '../../aggregates/refund-transfer/refund-transfer';
import { invalidField, rejection } from '../../aggregates/rejection';
import { type CommandContext, continuing } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { handle } from '../handling/handle';
import { endedBy } from '../handling/handle-claiming';
import { mustBeBaseUnits } from '../handling/told-amount';
import { type AskDecidedDeps, mustNotBePaid } from '../payout/ask-decided';
import { askPayout, mustOwe, type PlacedPayout } from '../payout/owners/owners';
import { type AskDebitDeps, doubtsRefutedOf } from '../withdrawal/ask-debit-again';
import { mustBeUnused, type UsedElsewhereDeps } from './used-elsewhere';

export interface RecordRefundDeps extends AskDecidedDeps, Pick<AskDebitDeps, 'redemptions'>, UsedElsewhereDeps {}

export interface RecordRefund {
  readonly paymentId: string;
  readonly transfer: RefundTransfer;
  /** Null: everything that is owed back. */
  readonly due: number | null;
}

const TXID = /^[A-Za-z0-9]{16,128}$/;
const ADDRESS = /^[A-Za-z0-9]{8,128}$/;

/**
 * Records that what is owed back in crypto was sent by the operator's own means; answers false where this was recorded
 * before. The provider of a payout that operators took for not paid is asked first, and the redemption of a debit that is
 * in question. Refuses NOT_FOUND, VALIDATION_ERROR, WRONG_STATE.
 */
export const recordRefund =
  (deps: RecordRefundDeps) =>
  async ({ paymentId, transfer: told, due }: RecordRefund, context: CommandContext): Promise<boolean> => {
    const now = deps.clock.iso();
    const transfer = wellFormed(told, now);
    const owed = await mustOwe(deps.eventStore, paymentId);
    const command = { type: 'RecordRefund', transfer, due, now } as const;
    // A refused refund claims no transaction.
    if (refundOf({}, owed.payout, command).length === 0) return false;
    await mustBeFunded(deps, owed);
    await mustNotBePaid(deps, owed, { causeEventId: context.commandId, therefore: 'nothing is refunded' });
    await mustServeNoOther(deps, paymentId, transfer);
    await claim(deps, owed, command, context);
    await mustServeNoOther(deps, paymentId, transfer);
    return (await askPayout(deps, owed.stream, { context, command })).length > 0;
  };

/** A debit that is gone is back with the user who would be refunded. */
const mustBeFunded = async (deps: RecordRefundDeps, owed: PlacedPayout): Promise<void> => {
  const { doubts = [] } = owed;
  if (doubts.length === (await doubtsRefutedOf(deps, owed))) return;
  throw rejection('WRONG_STATE', `The debit is in question (${doubts.at(-1)}): nothing is refunded`);
};

/** Asked again once it is claimed: another command may have used the transaction until then. */
const mustServeNoOther = async (
  deps: RecordRefundDeps,
  paymentId: string,
  { network, txid: reference }: Pick<RefundTransfer, 'network' | 'txid'>,
): Promise<void> => {
  const other = await endedBy(deps, network, reference);
  if (other !== null) throw rejection('WRONG_STATE', `${reference} was found for ${other}: it refunds nothing`);
  await mustBeUnused(deps, paymentId, { network, reference });
};

const wellFormed = (told: RefundTransfer, now: string): RefundTransfer => {
  const { txid, to, amountBaseUnits, gasBaseUnits, transferredAt } = told;
  if (!TXID.test(txid)) throw invalidField('txid', 'the hash or id of a transaction');
  if (!ADDRESS.test(to)) throw invalidField('to', 'an address');
  mustBeBaseUnits('amountBaseUnits', amountBaseUnits);
  if (gasBaseUnits !== undefined) mustBeBaseUnits('gasBaseUnits', gasBaseUnits);
  const atMs = Date.parse(transferredAt);
  if (Number.isNaN(atMs)) throw invalidField('transferredAt', 'a time in ISO 8601');
  if (atMs > Date.parse(now)) throw invalidField('transferredAt', 'a time that has come');
  return { ...told, txid: canonicalTxid(txid), transferredAt: new Date(atMs).toISOString() };
};

const claim = async (
  deps: AskDecidedDeps,
  { id: paymentId, partnerId, mode }: PlacedPayout,
  { transfer: { network, txid }, now }: Asked,
  context: CommandContext,
): Promise<void> => {
  const transferId = transferIdOf(network, txid);
  const claiming = continuing(context, commandIdOf('claim-refund-transfer', context.commandId, transferId));
  await handle(deps, refundTransfer, {
    id: transferId,
    context: { ...claiming, partnerId, mode, subjectId: null },
    command: { type: 'ClaimRefundTransfer', transfer: { transferId, network, txid, paymentId, claimedAt: now } },
  });
};
