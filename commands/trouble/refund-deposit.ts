import { deposit } from '../../aggregates/deposit/deposit';
import type { DepositRefund, FinalDeposit } from '../../aggregates/deposit/events';
import type { LedgerEvent } from '../../aggregates/events';
import { canonicalTxid } from '../../aggregates/refund-transfer/refund-transfer';
import { rejection } from '../../aggregates/rejection';
import type { WorthDeps } from '../deposit/resolving/needs-two';
import { approvalOf, finalOf, type Resolution, type Resolving, resolutionIn } from '../deposit/resolving/resolving';
import type { CommandContext } from '../handling/context';
import { handleClaiming } from '../handling/handle-claiming';
import type { HandleDeps } from '../handling/request';
import { mustBeUnused, type UsedElsewhereDeps } from '../handling/used-elsewhere';
import type { ObjectionToRefund } from '../ports/chains/refund-on-chain';
import { mustBeOnChain } from './refund-on-chain';

/** Without an address and a reference: to the sender, with the reference that the sender gave. */
export interface RefundDeposit extends Resolving, Omit<DepositRefund, 'to'> {
  readonly to?: string;
}

interface RefundDeps extends HandleDeps, WorthDeps, UsedElsewhereDeps {
  readonly objectionToRefund: ObjectionToRefund;
}

const isEnd = ({ type }: LedgerEvent): boolean => type === 'DepositRefunded';

/** The sender's reference goes with the sender's address alone. */
const refundOf = ({ txid, to, reference: given }: RefundDeposit, final: FinalDeposit): DepositRefund => {
  const { sender, senderReference } = final;
  const reference = given ?? (to === undefined || to === sender ? senderReference : undefined);
  return { txid: canonicalTxid(txid), to: to ?? sender, ...(reference === undefined ? {} : { reference }) };
};

/** The whole deposit is refunded, in an asset whose transfers the network reports. */
const mustBeShown = async (deps: RefundDeps, final: FinalDeposit, { txid, to, reference }: DepositRefund) => {
  const { network, assetId, amountBaseUnits } = final;
  if (assetId === null) throw rejection('WRONG_STATE', 'The catalog does not list the asset of this deposit');
  await mustBeOnChain(deps, { network, txid, assetId, amountBaseUnits, to, reference: reference ?? null });
};

/** The chain is asked before each word. Repeatable. Refuses NOT_FOUND, VALIDATION_ERROR, DEPOSIT_TAKEN, WRONG_STATE. */
export const refundDeposit =
  (deps: RefundDeps) =>
  async (asked: RefundDeposit, context: CommandContext): Promise<Resolution> => {
    const { depositId, operator, reason } = asked;
    const final = await finalOf(deps, depositId);
    await mustBeUnused(deps, depositId, { network: final.network, reference: final.txid });
    const refund = refundOf(asked, final);
    await mustBeShown(deps, final, refund);
    const approval = await approvalOf(deps, asked, final, null);
    const found = { network: final.network, reference: refund.txid, partnerId: null, mode: final.mode ?? null };
    const beforeEnd = () => mustBeUnused(deps, depositId, found);
    const word = { operator, reason };
    const command = { type: 'RefundDeposit', depositId, refund, word, approval, now: deps.clock.iso() } as const;
    await beforeEnd();
    const { events } = await handleClaiming(
      deps,
      deposit,
      { id: depositId, context, command },
      { isEnd, found, beforeEnd },
    );
    return resolutionIn(events);
  };
