import type { Movement } from '../../../../aggregates/chain';
import type { Shortfall } from '../../../../commands/ports/chain-reader';
import { tokenTransferOf } from '../protocol/transfers';
import type { EvmLog } from '../protocol/wire';

/** A claim that the logged transfers of a token to a receiver arrived in one final block. */
export interface Claim {
  readonly token: string;
  readonly receiver: string;
  readonly assetId: number;
  readonly height: bigint;
  readonly blockHash: string;
}

/** `GONE`: no endpoint still has the block's state. */
export type ProvedArrival = 'ARRIVED' | 'GONE' | Shortfall;

/** `DOUBTED`: one answer shows a shortfall, unconfirmed by a second. */
export type Arrival = ProvedArrival | 'DOUBTED';

export const keyOf = ({ blockHash, token, receiver }: Claim): string => `${blockHash}:${token}:${receiver}`;

/** Null for the coin, which needs no proof, and for look-alike tokens. */
export const claimOf = ({ contract, assetId, receiver, blockNumber, blockHash }: Movement): Claim | null =>
  contract === null || assetId === null
    ? null
    : { token: contract, receiver, assetId, height: BigInt(blockNumber), blockHash };

const sumOf = (logs: readonly EvmLog[], { token, receiver }: Claim, party: 'from' | 'to'): bigint =>
  logs.reduce((sum, log) => {
    const transfer = tokenTransferOf(log);
    return transfer?.contract === token && transfer[party] === receiver ? sum + transfer.amount : sum;
  }, 0n);

export interface Balances {
  readonly before: bigint;
  readonly after: bigint;
}

/** Surplus is fine: some tokens pay interest. */
export const arrivalOf = (
  claim: Claim,
  logs: readonly EvmLog[],
  { before, after }: Balances,
  seen: bigint,
): ProvedArrival => {
  const logged = sumOf(logs, claim, 'to');
  const expected = logged > seen ? logged : seen;
  const arrived = after - before + sumOf(logs, claim, 'from');
  if (arrived >= expected) return 'ARRIVED';
  const { assetId, height } = claim;
  return { assetId, height, loggedBaseUnits: expected, arrivedBaseUnits: arrived < 0n ? 0n : arrived };
};
