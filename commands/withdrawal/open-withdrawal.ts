import type { Position } from '../../aggregates/events';
import type { PeggedBalanceEvent } from '../../aggregates/pegged-balance/events';
import { peggedBalance } from '../../aggregates/pegged-balance/pegged-balance';
import type { BalanceReading, WithdrawalTerms } from '../../aggregates/pegged-balance/terms';
import { rejection } from '../../aggregates/rejection';
import type { WithdrawalRequested } from '../../aggregates/withdrawal/events';
import { withdrawal } from '../../aggregates/withdrawal/withdrawal';
import type { CommandContext } from '../handling/context';
import { balanceIdOf, commandIdOf } from '../handling/deterministic-ids';
import { handle } from '../handling/handle';
import type { HandleDeps } from '../handling/request';
import type { InTurn } from '../handling/turns';
import type { Clock } from '../ports/clock';

export interface OpenWithdrawalDeps extends HandleDeps {
  /** Serves the requests for one wallet in order: the wait does not count as the store's. */
  readonly walletTurns: InTurn;
}

export interface OpenedWithdrawal {
  readonly withdrawal: WithdrawalRequested;
  readonly position: Position | null;
}

export interface OpenWithdrawal {
  readonly terms: WithdrawalTerms;
  /** No older than the call. */
  readonly reading: BalanceReading;
  /** After this time the caller may already have the answer of a timeout: milliseconds since 1970. */
  readonly lastMomentMs: number;
}

/** Reserves the gross, then requests the withdrawal. Refuses INSUFFICIENT_PEGGED_BALANCE, SERVICE_UNAVAILABLE. */
export const openWithdrawal =
  (deps: OpenWithdrawalDeps) =>
  async ({ terms, reading, lastMomentMs }: OpenWithdrawal, context: CommandContext): Promise<OpenedWithdrawal> => {
    const ofWithdrawal = {
      ...context,
      ...{ correlationId: terms.withdrawId, partnerId: terms.partnerId, subjectId: terms.userId, mode: terms.mode },
    };
    const balanceId = balanceIdOf(terms);
    const reserved = await deps.walletTurns(balanceId, async () => {
      mustBeInTime(deps.clock, lastMomentMs);
      return handle(deps, peggedBalance, {
        id: balanceId,
        context: { ...ofWithdrawal, commandId: commandIdOf('reserve-balance', context.commandId) },
        command: { type: 'ReserveBalance', reservation: { ...terms, reading, reservedAt: deps.clock.iso() } },
        recalls: context.isFresh === true,
      });
    });
    mustBeInTime(deps.clock, lastMomentMs);
    const requested = await handle(deps, withdrawal, {
      id: terms.withdrawId,
      context: ofWithdrawal,
      command: {
        type: 'RequestWithdrawal',
        withdrawal: { ...promised(reserved.events, terms), requestedAt: deps.clock.iso() },
      },
      opensStream: true,
    });
    const event = requested.events.find(({ type }) => type === 'WithdrawalRequested');
    if (event?.type !== 'WithdrawalRequested') throw rejection('CONCURRENT_OPERATION', 'The withdrawal is in progress');
    return { withdrawal: event.data, position: requested.position };
  };

const mustBeInTime = (clock: Clock, lastMomentMs: number): void => {
  if (clock.now() >= lastMomentMs)
    throw rejection('SERVICE_UNAVAILABLE', 'The request took too long: no withdrawal was made');
};

/** A repetition asks for what was promised the first time. */
const promised = (events: readonly PeggedBalanceEvent[], terms: WithdrawalTerms): WithdrawalTerms => {
  const event = events.find(({ type }) => type === 'BalanceReserved');
  if (event?.type !== 'BalanceReserved') return terms;
  const { reading, reservedAt, ...reserved } = event.data;
  return reserved;
};
