import type { RecordRefund as Asked, RefundTransfer } from '../../../aggregates/payout/commands';
import { recordRefund as refundOf } from '../../../aggregates/payout/refunds';
import { canonicalTxid, refundTransfer, transferIdOf } from '../../../aggregates/refund-transfer/refund-transfer';
import { invalidField, rejection } from '../../../aggregates/rejection';
import { type CommandContext, continuing } from '../../handling/context';
import { commandIdOf } from '../../handling/deterministic-ids';
import { handle } from '../../handling/handle';
import { mustBeBaseUnits } from '../../handling/told-amount';
import type { AskDebitDeps } from '../../withdrawal/ask-debit-again';
import { doubtsRefutedOf } from '../../withdrawal/doubts-refuted';
import { askPayout, findOwedPayout, type PlacedPayout } from '../owners/owners';
import { type AskDecidedDeps, mustNotBePaid } from './ask-decided';
import { endedBy } from './claim-found-transfer';

export interface RecordRefundDeps extends AskDecidedDeps, Pick<AskDebitDeps, 'redemptions'> {
  /** Ids of cash-ins whose delivery is the transaction, whoever said so. */
  readonly cashinsDeliveredBy: (network: string, txid: string) => Promise<readonly string[]>;
}

export interface RecordRefund {
  readonly paymentId: string;
  readonly transfer: RefundTransfer;
  /** Null: everything that is owed back. */
  readonly due: number | null;
}

const TXID = /^[A-Za-z0-9]{16,128}$/;
const ADDRESS = /^[A-Za-z0-9]{8,128}$/;

/**
 * Records that what is owed back in crypto was sent, outside; answers false where this was recorded before. Of a payout
 * that operators took for not paid the provider is asked first, of a debit that is in question its redemption. Refuses NOT_FOUND, VALIDATION_ERROR, WRONG_STATE.
 */
export const recordRefund =
  (deps: RecordRefundDeps) =>
  async ({ paymentId, transfer: told, due }: RecordRefund, context: CommandContext): Promise<boolean> => {
    const now = deps.clock.iso();
    const transfer = wellFormed(told, now);
    const owed = await findOwedPayout(deps.eventStore, paymentId);
    if (owed === null) throw rejection('NOT_FOUND', 'Nothing is owed to a payee under this id');
    const command = { type: 'RecordRefund', transfer, due, now } as const;
    // What would be refused claims no transaction.
    if (refundOf({}, owed.payout, command).length === 0) return false;
    await mustBeFunded(deps, owed);
    await mustNotBePaid(deps, owed, { causeEventId: context.commandId, therefore: 'nothing is refunded' });
    await mustEndNoOther(deps, transfer);
    await claim(deps, owed, command, context);
    await mustEndNoOther(deps, transfer);
    return (await askPayout(deps, owed.stream, { context, command })).length > 0;
  };

/** What is gone from us is back with whoever would be refunded. */
const mustBeFunded = async (deps: RecordRefundDeps, owed: PlacedPayout): Promise<void> => {
  const { doubts = [] } = owed;
  if (doubts.length === (await doubtsRefutedOf(deps, owed))) return;
  throw rejection('WRONG_STATE', `The debit is in question (${doubts.at(-1)}): nothing is refunded`);
};

/**
 * It has delivered, by whoever's word, or was found to have taken from a wallet. Asked again once it is claimed, as whoever
 * finds one does.
 */
const mustEndNoOther = async (
  { eventStore, cashinsDeliveredBy }: RecordRefundDeps,
  { network, txid }: Pick<RefundTransfer, 'network' | 'txid'>,
): Promise<void> => {
  const other = await endedBy({ eventStore }, network, txid);
  if (other !== null) throw rejection('WRONG_STATE', `${txid} was found for ${other}: it refunds nothing`);
  const [delivered] = await cashinsDeliveredBy(network, txid);
  if (delivered !== undefined)
    throw rejection('WRONG_STATE', `${txid} has delivered for ${delivered}: it refunds nothing`);
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
