import type { DepositId } from '../../../aggregates/chain';
import type { Word } from '../../../aggregates/deposit/commands';
import { deposit } from '../../../aggregates/deposit/deposit';
import type { CommandContext } from '../../handling/context';
import { handle } from '../../handling/handle';
import type { HandleDeps } from '../../handling/request';
import type { WorthDeps } from './needs-two';
import { approvalOf, finalOf, type Resolution, type Resolving, resolutionIn } from './resolving';

/** The deposit leaves the inbox for ever. Refuses NOT_FOUND, VALIDATION_ERROR, DEPOSIT_TAKEN, WRONG_STATE. */
export const writeOffDeposit =
  (deps: HandleDeps & WorthDeps) =>
  async (asked: Resolving, context: CommandContext): Promise<Resolution> => {
    const { depositId, operator, reason } = asked;
    const approval = await approvalOf(deps, asked, await finalOf(deps, depositId), null);
    const word = { operator, reason };
    const command = { type: 'WriteOffDeposit', depositId, word, approval, now: deps.clock.iso() } as const;
    const { events } = await handle(deps, deposit, { id: depositId, context, command });
    return resolutionIn(events);
  };

/** Withdraws an operator's proposal about a deposit. False without a proposal. Refuses VALIDATION_ERROR. */
export const withdrawProposal =
  (deps: HandleDeps) =>
  async (
    { depositId, ...word }: Word & { readonly depositId: DepositId },
    context: CommandContext,
  ): Promise<boolean> => {
    const command = { type: 'WithdrawProposal', depositId, word, now: deps.clock.iso() } as const;
    const { events } = await handle(deps, deposit, { id: depositId, context, command });
    return events.length > 0;
  };
