import { depositIdOf, type Movement } from '../../../aggregates/chain';
import type { PeggedDebit } from '../../../aggregates/pegged-balance/events';
import type {
  PreparedRedemption,
  Redemption,
  RedemptionOrder,
} from '../../../commands/ports/providers/pegged-redemption';
import type { Result } from '../../../commands/ports/providers/result';
import { arrivedOf, type FinalOutcome, movementIn } from '../../chains/evm/signing/arrived';
import { outcomeOf, type Sent } from '../../chains/evm/signing/outcome';
import { costQuestion } from '../../chains/evm/signing/signer-questions';
import { failure } from '../failures';
import { keyOf, type Redeeming, treasuriesOf } from './redeeming';

/** `arrived` is what the treasury's balance grew by. */
const peggedDebitOf = (movement: Movement, arrived: bigint, gasBaseUnits: bigint): PeggedDebit => {
  const { network, txid, position, assetId, sender, receiver, blockNumber, blockTime } = movement;
  return {
    ...{ to: 'TREASURY', debitId: depositIdOf(network, txid, position), network, txid, assetId: assetId! },
    ...{ wallet: sender, receiver, amountBaseUnits: arrived.toString(), blockNumber, blockTime },
    ...{ gasBaseUnits: gasBaseUnits.toString(), issuerCents: null },
  };
};

type SentBefore = readonly Pick<PreparedRedemption, 'txid' | 'nonce'>[];

/** Transactions that the core counts as sent, and those only signed, which may have leaked and happened too. */
const sentFor = async ({ scope }: Redeeming, order: RedemptionOrder, sent: SentBefore): Promise<Sent | null> => {
  const versions = await scope.book.versions(scope.account, keyOf(order));
  const signed = versions.filter(({ purpose }) => purpose === 'ORDER');
  const nonce = sent.find((one) => one.nonce !== null)?.nonce ?? signed[0]?.nonce ?? null;
  const told = sent.flatMap(({ txid }) => (txid === null ? [] : [txid]));
  const txids = [...new Set([...told, ...signed.map(({ txid }) => txid)])];
  return nonce === null || txids.length === 0 ? null : { nonce: BigInt(nonce), txids };
};

const ofFinal = async (
  redeeming: Redeeming,
  order: RedemptionOrder,
  final: FinalOutcome,
): Promise<Result<Redemption>> => {
  const { name, token, settings, scope } = redeeming;
  const { redemptionKey, wallet } = order;
  if (!final.receipt.succeeded) return { ok: true, value: { redemptionKey, state: 'FAILED', failure: 'REVERTED' } };
  const debits = treasuriesOf(settings).flatMap((to) => {
    const sought = { assetId: settings.assetId, token, from: wallet, to };
    return movementIn(final, scope.evm.watch.network, sought) ?? [];
  });
  const debit = debits.length === 1 ? debits[0]! : null;
  if (debit === null) {
    const message = `${final.receipt.transactionHash} succeeded, but its logs do not show exactly one transfer to the treasury`;
    return failure(name, 'UNKNOWN', 'PROTOCOL', message);
  }
  const arrived = await arrivedOf(scope, final, debit);
  if (arrived === null) return { ok: true, value: { redemptionKey, state: 'PENDING' } };
  const gas = await final.node.one(costQuestion(final.receipt.transactionHash));
  return { ok: true, value: { redemptionKey, state: 'SETTLED', debit: peggedDebitOf(debit, arrived, gas) } };
};

/** By the chain's effects at finality; everything before that is PENDING. */
export const redemptionOf = async (
  redeeming: Redeeming,
  order: RedemptionOrder,
  before: SentBefore,
): Promise<Result<Redemption>> => {
  const { redemptionKey } = order;
  const nothing = failure(redeeming.name, 'NOT_FOUND', 'OTHER', 'No node knows a transaction of this key');
  const sent = await sentFor(redeeming, order, before);
  if (sent === null) return nothing;
  const outcome = await outcomeOf(redeeming.scope, sent);
  switch (outcome.outcome) {
    case 'FINAL':
      return ofFinal(redeeming, order, outcome);
    case 'DISPLACED':
      return { ok: true, value: { redemptionKey, state: 'FAILED', failure: 'DROPPED' } };
    case 'PENDING':
      return { ok: true, value: { redemptionKey, state: 'PENDING' } };
    case 'UNKNOWN':
      return nothing;
  }
};
