import type { Movement } from '../../../../aggregates/chain';
import type { Shortfall } from '../../../../commands/ports/chain-reader';
import { tokenTransferOf } from '../protocol/transfers';
import type { EvmLog } from '../protocol/wire';

/** One token, one receiver, one final block: what the logs say arrived must have arrived. */
export interface Claim {
  readonly token: string;
  readonly receiver: string;
  readonly assetId: number;
  readonly height: bigint;
  readonly blockHash: string;
}

/** `GONE`: no endpoint has the state of that block any more. */
export type ProvedArrival = 'ARRIVED' | 'GONE' | Shortfall;

/** `DOUBTED`: one answer says that less arrived, and no second one says so yet. */
export type Arrival = ProvedArrival | 'DOUBTED';

export const keyOf = ({ blockHash, token, receiver }: Claim): string => `${blockHash}:${token}:${receiver}`;

/** Of the movements that were found final. The coin needs none, and a look-alike is no money. */
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

/** More than was logged is no problem: some tokens pay interest. */
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
