import type { DepositId, NetworkName } from '../../../aggregates/chain';
import { watcher } from '../../../aggregates/watcher/watcher';
import type { CommandContext } from '../../handling/context';
import { handle } from '../../handling/handle';
import type { HandleDeps } from '../../handling/request';
import type { ReadNetworkStanding } from '../../ports/chains/network-standing';

export interface GiveUpDeposit {
  readonly network: NetworkName;
  readonly depositId: DepositId;
  readonly reason: string;
}

export interface GiveUpDepositDeps extends HandleDeps {
  readonly readStanding: ReadNetworkStanding;
}

/** Goes on without judging a deposit; it is not paid until judged. Refuses WRONG_STATE, VALIDATION_ERROR. */
export const giveUpDeposit =
  (deps: GiveUpDepositDeps) =>
  async ({ network, depositId, reason }: GiveUpDeposit, context: CommandContext): Promise<void> => {
    const standing = await deps.readStanding(network);
    const undecided = (standing?.questions.undecided ?? []).map((waiting) => waiting.depositId);
    const now = deps.clock.iso();
    const command = { type: 'GiveUpDeposit', network, depositId, undecided, reason, now } as const;
    await handle(deps, watcher, { id: network, context, command });
  };
