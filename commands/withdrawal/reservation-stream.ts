import { SIMULATED_NETWORK } from '../../aggregates/chain';
import { peggedBalance } from '../../aggregates/pegged-balance/pegged-balance';
import { holdOf } from '../../aggregates/pegged-balance/state';
import { balanceIdOf, formerBalanceIdOf, type GuardedWallet } from '../handling/deterministic-ids';
import { type ReadDeps, stateOf } from '../handling/reading/read-stream';

export interface Promised extends GuardedWallet {
  readonly withdrawId: string;
}

/** Partners once shared the wallets of the sandbox's network: an old reservation ends in its own stream. */
export const reservationIdOf = async ({ eventStore }: ReadDeps, promised: Promised): Promise<string> => {
  const id = balanceIdOf(promised);
  if (promised.network !== SIMULATED_NETWORK) return id;
  const former = formerBalanceIdOf(promised);
  const holds = async (of: string): Promise<boolean> =>
    holdOf(await stateOf(eventStore, peggedBalance, of), promised.withdrawId) !== undefined;
  return !(await holds(id)) && (await holds(former)) ? former : id;
};
