import type { Command } from 'commander';
import { mayDo } from '../../../../aggregates/operator/permissions';
import type { Resolution } from '../../../../commands/deposit/resolving/resolving';
import type { Session } from '../../wiring/session';
import { filled, inSession, mustSayWhy, type OperatorOptions, operatorContext, print, withOperator } from '../operator';
import { isKeyGiven, namedOperator } from '../operator-key';

const BY_TWO = 'above DEPOSIT_APPROVAL_CENTS two operators with separate keys must give this command';

export const addResolutionCommands = (deposits: Command): void => {
  const add = (words: string, description: string) =>
    withOperator(deposits.command(words)).description(`${description}; needs --actor and --reason`);
  add(
    'assign <depositId> <intentId>',
    `assign an unmatched deposit to a PENDING intent of its network and asset whose amount it covers; the output names the clauses that the deposit breaks; ${BY_TWO}`,
  ).action(assign);
  add(
    'refund <depositId>',
    `record a final transaction of this service that refunded the whole deposit; the network must confirm it; for a receiver other than the sender two operators must give this command; ${BY_TWO}`,
  )
    .requiredOption('--transaction <id>', 'the hash or id of the transaction', filled)
    .option('--to <address>', 'the receiver, if not the sender', filled)
    .option('--reference <text>', 'the destination tag, muxed id or memo, if not the sender’s own', filled)
    .action(refund);
  add(
    'write-off <depositId>',
    `remove an unmatched deposit from the inbox permanently, without payment or refund; ${BY_TWO}`,
  ).action(writeOff);
  add('withdraw <depositId>', 'withdraw a proposal about a deposit').action(withdraw);
};

/** The second operator may be an approver, but the first may not. */
const wordOf = async (session: Session, reason: string, options: OperatorOptions) => {
  const context = await operatorContext(session, options, 'approve');
  const named = isKeyGiven ? await namedOperator(session.adapters.ports.eventStore, 'approve') : null;
  const mayPropose = named === null || mayDo(named.role, 'operate');
  return { context, word: { operator: context.actor.id, reason, isNamed: named !== null, mayPropose } };
};

const ending = (resolution: Resolution, operator: string, end: string): string =>
  resolution === 'RESOLVED' ? end : `proposed by ${operator}; a second operator must give the same command`;

const assign = async (depositId: string, intentId: string, options: OperatorOptions): Promise<void> => {
  const reason = mustSayWhy('deposits assign', options);
  await inSession(async (session) => {
    const { context, word } = await wordOf(session, reason, options);
    const assigned = await session.service.assignDeposit({ depositId, intentId, ...word }, context);
    const { resolution, setAside } = assigned;
    const aside = setAside.length === 0 ? 'no clause is set aside' : `set aside: ${setAside.join(', ')}`;
    print(options.json, { depositId, intentId, ...assigned }, [
      `${depositId}: ${ending(resolution, word.operator, `pays ${intentId}`)}; ${aside}`,
    ]);
  });
};

interface RefundOptions extends OperatorOptions {
  readonly transaction: string;
  readonly to?: string;
  readonly reference?: string;
}

const refund = async (depositId: string, options: RefundOptions): Promise<void> => {
  const reason = mustSayWhy('deposits refund', options);
  const { transaction: txid, to, reference } = options;
  await inSession(async (session) => {
    const { context, word } = await wordOf(session, reason, options);
    const asked = {
      depositId,
      txid,
      ...(to === undefined ? {} : { to }),
      ...(reference === undefined ? {} : { reference }),
    };
    const resolution = await session.service.refundDeposit({ ...asked, ...word }, context);
    print(options.json, { depositId, resolution, transaction: txid }, [
      `${depositId}: ${ending(resolution, word.operator, `refunded by ${txid}`)}`,
    ]);
  });
};

const writeOff = async (depositId: string, options: OperatorOptions): Promise<void> => {
  const reason = mustSayWhy('deposits write-off', options);
  await inSession(async (session) => {
    const { context, word } = await wordOf(session, reason, options);
    const resolution = await session.service.writeOffDeposit({ depositId, ...word }, context);
    print(options.json, { depositId, resolution }, [
      `${depositId}: ${ending(resolution, word.operator, 'written off')}`,
    ]);
  });
};

const withdraw = async (depositId: string, options: OperatorOptions): Promise<void> => {
  const reason = mustSayWhy('deposits withdraw', options);
  await inSession(async (session) => {
    const context = await operatorContext(session, options);
    const word = { operator: context.actor.id, reason };
    const changed = await session.service.withdrawProposal({ depositId, ...word }, context);
    print(options.json, { depositId, changed }, [`${depositId}: ${changed ? 'withdrawn' : 'no proposal is open'}`]);
  });
};
