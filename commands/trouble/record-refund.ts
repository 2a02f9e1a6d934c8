import type { LedgerEvent } from '../../aggregates/events';
import type { RefundTransfer } from '../../aggregates/payout/commands';
import { recordRefund as refundOf } from '../../aggregates/payout/refunds';
import { bareTxid, canonicalTxid } from '../../aggregates/refund-transfer/refund-transfer';
import { invalidField, rejection } from '../../aggregates/rejection';
import type { CommandContext } from '../handling/context';
import { mustBeBaseUnits } from '../handling/sending/answered-amount';
import { mustBeUnused, type UsedElsewhereDeps } from '../handling/used-elsewhere';
import { type AskDecidedDeps, mustNotBePaid } from '../payout/ask-decided';
import { askPayout, mustOwe, type PlacedPayout } from '../payout/owners/owners';
import type { ObjectionToRefund } from '../ports/chains/refund-on-chain';
import { type AskDebitDeps, doubtsRefutedOf } from '../withdrawal/debit/ask-debit-again';
import { mustBeOnChain } from './refund-on-chain';

export interface RecordRefundDeps extends AskDecidedDeps, Pick<AskDebitDeps, 'redemptions'>, UsedElsewhereDeps {
  readonly objectionToRefund: ObjectionToRefund;
}

export interface RecordRefund {
  readonly paymentId: string;
  readonly transfer: RefundTransfer;
  readonly reference?: string | null;
  /** Null: everything that is owed back. */
  readonly due: number | null;
}

const TXID = /^[A-Za-z0-9]{16,128}$/;
const ADDRESS = /^[A-Za-z0-9]{8,128}$/;

/**
 * False if recorded before. The network must show a final transfer. Refuses NOT_FOUND, VALIDATION_ERROR, WRONG_STATE.
 */
export const recordRefund =
  (deps: RecordRefundDeps) =>
  async (
    { paymentId, transfer: told, reference = null, due }: RecordRefund,
    context: CommandContext,
  ): Promise<boolean> => {
    const now = deps.clock.iso();
    const transfer = wellFormed(told, now);
    const owed = await mustOwe(deps.eventStore, paymentId);
    const command = { type: 'RecordRefund', transfer, due, now } as const;
    if (refundOf({}, owed.payout, command).length === 0) return false;
    await mustBeFunded(deps, owed);
    await mustNotBePaid(deps, owed, { causeEventId: context.commandId, therefore: 'no refund is recorded' });
    mustNotFund(owed, transfer.txid);
    const { partnerId, mode, stream } = owed;
    const found = { network: transfer.network, reference: transfer.txid, partnerId, mode };
    const mustServeNoOther = () => mustBeUnused(deps, paymentId, found);
    await mustServeNoOther();
    await mustBeOnChain(deps, { ...transfer, reference });
    const claiming = { isEnd, found, beforeEnd: mustServeNoOther };
    return (await askPayout(deps, stream, { context, command, claiming })).length > 0;
  };

const isEnd = ({ type }: LedgerEvent): boolean => type === 'RefundRecorded';

const mustNotFund = ({ fundedBy }: PlacedPayout, txid: string): void => {
  if (!fundedBy.toLowerCase().includes(bareTxid(txid).toLowerCase())) return;
  throw rejection('WRONG_STATE', `${txid} is the transaction of the deposit, not a refund`);
};

/** A missing debit is already back with the user who would be refunded. */
const mustBeFunded = async (deps: RecordRefundDeps, owed: PlacedPayout): Promise<void> => {
  const { doubts = [] } = owed;
  if (doubts.length === (await doubtsRefutedOf(deps, owed))) return;
  throw rejection('WRONG_STATE', `The debit is in doubt (${doubts.at(-1)}): no refund is recorded`);
};

const wellFormed = (told: RefundTransfer, now: string): RefundTransfer => {
  const { txid, to, amountBaseUnits, gasBaseUnits, transferredAt } = told;
  if (!TXID.test(txid)) throw invalidField('txid', 'must be the hash or id of a transaction');
  if (!ADDRESS.test(to)) throw invalidField('to', 'an address');
  mustBeBaseUnits('amountBaseUnits', amountBaseUnits);
  if (gasBaseUnits !== undefined) mustBeBaseUnits('gasBaseUnits', gasBaseUnits);
  const atMs = Date.parse(transferredAt);
  if (Number.isNaN(atMs)) throw invalidField('transferredAt', 'must be a time in ISO 8601');
  if (atMs > Date.parse(now)) throw invalidField('transferredAt', 'must be a time in the past');
  return { ...told, txid: canonicalTxid(txid), transferredAt: new Date(atMs).toISOString() };
};
