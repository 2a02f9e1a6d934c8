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
import type { PeggedRedemption } from '../ports/pegged-redemption';
import { isReading } from './redemption-answer';

export interface OpenWithdrawalDeps extends HandleDeps {
  /** Lines up whoever wants something of one wallet: the time in the queue does not count as the store's. */
  readonly walletTurns: InTurn;
}

export interface OpenedWithdrawal {
  readonly withdrawal: WithdrawalRequested;
  readonly position: Position | null;
}

const READ_DEADLINE_MS = 3_000;

/**
 * Promises the gross of one wallet, then asks for it: in this order, so that what is asked for was promised. Refuses
 * INSUFFICIENT_PEGGED_BALANCE, PROVIDER_FAILURE, PROVIDER_NOT_CONFIGURED, SERVICE_UNAVAILABLE.
 */
export const openWithdrawal =
  (deps: OpenWithdrawalDeps) =>
  async (redemption: PeggedRedemption, terms: WithdrawalTerms, context: CommandContext): Promise<OpenedWithdrawal> => {
    const ofWithdrawal = {
      ...context,
      ...{ correlationId: terms.withdrawId, partnerId: terms.partnerId, subjectId: terms.userId, mode: terms.mode },
    };
    const reading = await readBalance(deps, redemption, terms);
    const balanceId = balanceIdOf(terms.network, terms.wallet);
    const reserved = await deps.walletTurns(balanceId, () =>
      handle(deps, peggedBalance, {
        id: balanceId,
        context: { ...ofWithdrawal, commandId: commandIdOf('reserve-balance', context.commandId) },
        command: { type: 'ReserveBalance', reservation: { ...terms, reading, reservedAt: deps.clock.iso() } },
        recalls: context.isFresh === true,
      }),
    );
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

/** A repetition asks for what was promised the first time. */
const promised = (events: readonly PeggedBalanceEvent[], terms: WithdrawalTerms): WithdrawalTerms => {
  const event = events.find(({ type }) => type === 'BalanceReserved');
  if (event?.type !== 'BalanceReserved') return terms;
  const { reading, reservedAt, ...reserved } = event.data;
  return reserved;
};

const readBalance = async (
  { clock }: OpenWithdrawalDeps,
  redemption: PeggedRedemption,
  { withdrawId, partnerId, mode, wallet }: WithdrawalTerms,
): Promise<BalanceReading> => {
  const context = { requestId: withdrawId, partnerId, mode, deadlineMs: clock.now() + READ_DEADLINE_MS };
  const read = await redemption.readBalance(context, wallet);
  if (read.ok && isReading(read.value)) return read.value;
  if (!read.ok && read.kind === 'NOT_CONFIGURED')
    throw rejection('PROVIDER_NOT_CONFIGURED', 'No redemption of the pegged asset is configured');
  throw rejection('PROVIDER_FAILURE', 'The balance of the wallet cannot be read');
};
