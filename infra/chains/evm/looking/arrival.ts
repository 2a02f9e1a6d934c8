import type { Movement } from '../../../../aggregates/chain';
import type { Shortfall } from '../../../../commands/ports/chains/chain-reader';
import { tokenTransferOf } from '../protocol/transfers';
import type { EvmLog } from '../protocol/wire';

/** A claim that a token's logged transfers to a receiver arrived in one final block. */
export interface Claim extends Pick<Movement, 'receiver' | 'blockHash'> {
  readonly contract: string;
  readonly assetId: number;
  readonly height: bigint;
  readonly seenBaseUnits: bigint;
}

/** `GONE`: no endpoint still has the block's state. */
export type ProvedArrival = 'ARRIVED' | 'GONE' | Shortfall;

/** `DOUBTED`: one answer shows a shortfall, and no second answer confirms it. `UNTOLD`: no node answered. */
export type Arrival = ProvedArrival | 'DOUBTED' | 'UNTOLD';

export const keyOf = ({
  blockHash,
  contract,
  receiver,
}: Pick<Movement, 'blockHash' | 'contract' | 'receiver'>): string => `${blockHash}:${contract}:${receiver}`;

/** By key; the coin and look-alike tokens need no proof. */
export const claimsOf = (movements: readonly Movement[]): ReadonlyMap<string, Claim> => {
  const claims = new Map<string, Claim>();
  for (const movement of movements) {
    const { contract, assetId, receiver, blockHash, blockNumber, amountBaseUnits } = movement;
    if (contract === null || assetId === null) continue;
    const before = claims.get(keyOf(movement))?.seenBaseUnits ?? 0n;
    const seenBaseUnits = before + BigInt(amountBaseUnits);
    claims.set(keyOf(movement), { contract, assetId, receiver, blockHash, height: BigInt(blockNumber), seenBaseUnits });
  }
  return claims;
};

const sumOf = (logs: readonly EvmLog[], { contract, receiver }: Claim, party: 'from' | 'to'): bigint =>
  logs.reduce((sum, log) => {
    const transfer = tokenTransferOf(log);
    return transfer?.contract === contract && transfer[party] === receiver ? sum + transfer.amount : sum;
  }, 0n);

/** Compares the block's logs with the balance before and after it. Surplus is fine: some tokens pay interest. */
export const arrivalOf = (claim: Claim, logs: readonly EvmLog[], before: bigint, after: bigint): ProvedArrival => {
  const { assetId, height, seenBaseUnits: seen } = claim;
  const logged = sumOf(logs, claim, 'to');
  const loggedBaseUnits = logged > seen ? logged : seen;
  const arrived = after - before + sumOf(logs, claim, 'from');
  if (arrived >= loggedBaseUnits) return 'ARRIVED';
  return { assetId, height, loggedBaseUnits, arrivedBaseUnits: arrived < 0n ? 0n : arrived };
};
