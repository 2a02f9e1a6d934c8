import { cashout } from '../../../aggregates/cashout/cashout';
import { whyRefused } from '../../../aggregates/cashout/deposit-phase';
import { deposit } from '../../../aggregates/deposit/deposit';
import type { Assignment, FinalDeposit, SetAside, UnmatchedReason } from '../../../aggregates/deposit/events';
import { isWithinWindow, obstaclesBetween } from '../../../aggregates/deposit/matching';
import { isRejection, rejection } from '../../../aggregates/rejection';
import { isClosedStream } from '../../../aggregates/stream-fault';
import { type CommandContext, continuing } from '../../handling/context';
import { commandIdOf } from '../../handling/deterministic-ids';
import { handle } from '../../handling/handle';
import { stateOf } from '../../handling/reading/read-stream';
import type { CashoutSettings } from '../../handling/settings';
import { mustBeUnused, type UsedElsewhereDeps } from '../../handling/used-elsewhere';
import { intentOf, type NamingDeps, namingOf } from '../named-intents';
import type { WorthDeps } from './needs-two';
import { approvalOf, finalOf, type Resolution, type Resolving, resolutionIn } from './resolving';

export interface AssignDeposit extends Resolving {
  readonly intentId: string;
}

export interface Assigned {
  readonly resolution: Resolution;
  readonly setAside: readonly SetAside[];
}

type AssignDeps = NamingDeps &
  WorthDeps &
  UsedElsewhereDeps & { readonly settings: Pick<CashoutSettings, 'assignmentHoldSeconds'> };
type Assigning = AssignDeposit & { readonly context: CommandContext };

/** Claims, accepts, matches; repeatable. PROPOSED: a second operator repeats. Refuses WRONG_STATE, DEPOSIT_TAKEN. */
export const assignDeposit =
  (deps: AssignDeps) =>
  async (asked: AssignDeposit, context: CommandContext): Promise<Assigned> => {
    const { depositId, operator, reason } = asked;
    const final = await finalOf(deps, depositId);
    await mustBeUnused(deps, depositId, { network: final.network, reference: final.txid });
    const intent = await intentOf(deps, asked.intentId);
    if (intent === null) throw rejection('INTENT_NOT_FOUND', 'No such intent, or its stream was lost');
    const approval = await approvalOf(deps, asked, final, intent);
    const { setAside } = obstaclesBetween(final, intent);
    const assignment = { operator, reason, setAside };
    const now = deps.clock.iso();
    const heldUntil = new Date(Date.parse(now) + deps.settings.assignmentHoldSeconds * 1_000).toISOString();
    const command = { type: 'AssignDeposit', depositId, intent, assignment, approval, heldUntil, now } as const;
    const { events } = await handle(deps, deposit, { id: depositId, context, command });
    if (resolutionIn(events) === 'PROPOSED') return { resolution: 'PROPOSED', setAside };
    const claimed = events.find((event) => event.type === 'DepositClaimed');
    await serve(deps, { ...asked, context }, final, claimed?.data.assignment ?? assignment);
    return { resolution: 'RESOLVED', setAside };
  };

const stepOf = (step: string, { depositId, intentId, context }: Assigning): CommandContext =>
  continuing(context, commandIdOf(step, depositId, intentId, context.commandId));

const serve = async (
  deps: NamingDeps,
  assigning: Assigning,
  final: FinalDeposit,
  assignment: Assignment,
): Promise<void> => {
  const { depositId, intentId } = assigning;
  const refusal = await accept(deps, assigning, final, assignment);
  if (refusal !== null) {
    await release(deps, assigning, final, refusal);
    throw rejection('WRONG_STATE', `The intent does not take this deposit: ${refusal}`);
  }
  const command = { type: 'MatchDeposit', depositId, intentId, now: deps.clock.iso() } as const;
  await handle(deps, deposit, { id: depositId, context: stepOf('match-assigned', assigning), command });
};

const accept = async (
  deps: NamingDeps,
  assigning: Assigning,
  final: FinalDeposit,
  assignment: Assignment,
): Promise<UnmatchedReason | null> => {
  const { intentId } = assigning;
  const command = { type: 'AssignDeposit', deposit: final, assignment, now: deps.clock.iso() } as const;
  try {
    await handle(deps, cashout, { id: intentId, context: stepOf('accept-assigned', assigning), command });
    return null;
  } catch (error) {
    if (!isRejection(error) || error.rejection.code !== 'WRONG_STATE') throw error;
    if (isClosedStream(error)) return 'INTENT_CLOSED';
    const state = await stateOf(deps.eventStore, cashout, intentId);
    return whyRefused(state, final, assignment.setAside) ?? 'INTENT_CLOSED';
  }
};

/** The intent has ended, or another deposit paid it. */
const release = async (
  deps: NamingDeps,
  assigning: Assigning,
  final: FinalDeposit,
  reason: UnmatchedReason,
): Promise<void> => {
  const { depositId, intentId } = assigning;
  const intent = await intentOf(deps, intentId);
  const inTime = reason === 'INTENT_CLOSED' && intent !== null && isWithinWindow(final, intent);
  const command = { type: 'ReleaseDeposit', depositId, intentId, reason, inTime } as const;
  await handle(deps, deposit, {
    id: depositId,
    context: stepOf('release-assigned', assigning),
    command: { ...command, naming: namingOf(deps, intent), now: deps.clock.iso() },
  });
};
