import type { Delivery } from '../../../commands/ports/providers/crypto-delivery';
import type { Result } from '../../../commands/ports/providers/result';
import { arrivedOf, type FinalOutcome, movementIn } from '../../chains/evm/signing/arrived';
import { outcomeOf, type Sent } from '../../chains/evm/signing/outcome';
import { costQuestion } from '../../chains/evm/signing/signer-questions';
import { failure } from '../failures';
import { SANDBOX_ID_PREFIX } from '../sandbox/desk';
import { paidBy, type Treasury } from './treasury';

export interface OnItsWay extends Sent {
  readonly idempotencyKey: string;
  readonly amount: bigint;
  readonly txId: string;
  /** Result when no node knows a transaction of the nonce. */
  readonly otherwise: Result<Delivery>;
  /** Ids of the transactions in the book that filled the nonce instead. */
  readonly fillers: readonly string[];
  readonly isReplacement: boolean;
}

/** Ids of a sandbox network say so themselves. */
export const providerIdOf = ({ scope }: Treasury, txId: string): string =>
  scope.evm.watch.mode === 'sandbox' ? `${SANDBOX_ID_PREFIX}${txId}` : txId;

export const deliveryOf = (
  treasury: Treasury,
  { idempotencyKey, amount, txId }: Pick<OnItsWay, 'idempotencyKey' | 'amount' | 'txId'>,
  state: Delivery['state'],
): Delivery => ({ idempotencyKey, providerId: providerIdOf(treasury, txId), state, amount, txId });

const failed = (treasury: Treasury, way: OnItsWay, message: string, retryClass: boolean): Result<Delivery> => {
  const ended = { code: 'OTHER', message, retryClass } as const;
  return { ok: true, value: { ...deliveryOf(treasury, way, 'FAILED'), failure: ended } };
};

/** Arrived amount, in base units; null while too few nodes answered, `NOTHING` when the chain shows no effect. */
const effectOf = async (treasury: Treasury, final: FinalOutcome): Promise<bigint | 'NOTHING' | null> => {
  const { to, value, input } = final.transaction;
  const paid = to === null ? null : paidBy({ to, value, data: input });
  const asset = treasury.assets.find(({ contract }) => contract === paid?.contract);
  if (paid === null || asset === undefined) return 'NOTHING';
  if (paid.contract === null) return paid.amount;
  const { evm, signer } = treasury.scope;
  const sought = { assetId: asset.assetId, token: paid.contract, from: signer.address, to: paid.destination };
  const movement = movementIn(final, evm.watch.network, sought);
  return movement === null ? 'NOTHING' : arrivedOf(treasury.scope, final, movement);
};

const ofFinal = async (treasury: Treasury, way: OnItsWay, final: FinalOutcome): Promise<Result<Delivery>> => {
  const { transactionHash: txId, succeeded } = final.receipt;
  if (!succeeded) return failed(treasury, way, 'The transfer was reverted', false);
  const amount = await effectOf(treasury, final);
  if (amount === 'NOTHING') {
    return failure(
      treasury.name,
      'UNKNOWN',
      'PROTOCOL',
      `${txId} succeeded, but its logs do not show exactly one transfer`,
    );
  }
  if (amount === null) return { ok: true, value: deliveryOf(treasury, way, 'BROADCAST') };
  const networkFee = await final.node.one(costQuestion(txId));
  const delivered = deliveryOf(treasury, { ...way, amount, txId }, 'CONFIRMED');
  const { number, time: blockTime } = final.block;
  return { ok: true, value: { ...delivered, networkFee, blockTime, blockNumber: number.toString() } };
};

/** Only our own filler in a final block proves that the transfer did not happen. */
const displaced = async (treasury: Treasury, way: OnItsWay): Promise<Result<Delivery>> => {
  const { nonce, fillers } = way;
  const filled = fillers.length === 0 ? null : await outcomeOf(treasury.scope, { nonce, txids: fillers });
  if (filled?.outcome === 'FINAL')
    return failed(treasury, way, 'The transfer was never sent, and another transaction used its nonce', true);
  return failure(treasury.name, 'UNKNOWN', 'PROTOCOL', `An unknown transaction has used nonce ${nonce}`);
};

/** By the chain's effects at finality. */
export const deliveryAtFinality = async (treasury: Treasury, way: OnItsWay): Promise<Result<Delivery>> => {
  const outcome = await outcomeOf(treasury.scope, way);
  switch (outcome.outcome) {
    case 'FINAL':
      return ofFinal(treasury, way, outcome);
    case 'DISPLACED':
      return displaced(treasury, way);
    case 'PENDING':
      return { ok: true, value: deliveryOf(treasury, way, way.isReplacement ? 'REPLACED' : 'BROADCAST') };
    case 'UNKNOWN':
      return way.otherwise;
  }
};
