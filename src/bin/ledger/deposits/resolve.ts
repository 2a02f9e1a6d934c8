import type { Command } from 'commander';
import { mayDo } from '../../../../aggregates/operator/permissions';
import type { Resolution } from '../../../../commands/deposit/resolving/resolving';
import type { Session } from '../../wiring/session';
import { filled, inSession, mustSayWhy, type OperatorOptions, operatorContext, print, withOperator } from '../operator';
import { isKeyGiven, namedOperator } from '../operator-key';

const BY_TWO = 'above DEPOSIT_APPROVAL_CENTS two operators, each by a key of their own, give this command';

/** `ledger deposits assign|refund|write-off|withdraw`. */
export const addResolutionCommands = (deposits: Command): void => {
  const add = (words: string, description: string) =>
    withOperator(deposits.command(words)).description(`${description}; needs --actor and --reason`);
  add(
    'assign <depositId> <intentId>',
    `let an unmatched deposit pay a PENDING intent of its network and asset whose amount it covers; the clauses that the deposit breaks are set aside and named; ${BY_TWO}`,
  ).action(assign);
  add(
    'refund <depositId>',
    `record that a final transaction from an address of ours has given an unmatched deposit back whole, as its network shows; to anybody but its sender two operators give this command; ${BY_TWO}`,
  )
    .requiredOption('--transaction <id>', 'its hash or id', filled)
    .option('--to <address>', 'where it went, when not to the sender', filled)
    .option('--reference <text>', 'its destination tag, muxed id or memo, when not what the sender gave', filled)
    .action(refund);
  add(
    'write-off <depositId>',
    `take an unmatched deposit out of the inbox for ever; nothing is paid or given back for it; ${BY_TWO}`,
  ).action(writeOff);
  add('withdraw <depositId>', 'withdraw what an operator has proposed about a deposit').action(withdraw);
};

/** A second operator may be an approver, who proposes nothing. */
const wordOf = async (session: Session, reason: string, options: OperatorOptions) => {
  const context = await operatorContext(session, options, 'approve');
  const named = isKeyGiven ? await namedOperator(session.adapters.ports.eventStore, 'approve') : null;
  const mayPropose = named === null || mayDo(named.role, 'operate');
  return { context, word: { operator: context.actor.id, reason, isNamed: named !== null, mayPropose } };
};

const ending = (resolution: Resolution, operator: string, end: string): string =>
  resolution === 'RESOLVED' ? end : `proposed by ${operator}; another operator has to give the same command`;

const assign = async (depositId: string, intentId: string, options: OperatorOptions): Promise<void> => {
  const reason = mustSayWhy('deposits assign', options);
  await inSession(async (session) => {
    const { context, word } = await wordOf(session, reason, options);
    const assigned = await session.service.assignDeposit({ depositId, intentId, ...word }, context);
    const { resolution, setAside } = assigned;
    const aside = setAside.length === 0 ? 'nothing is set aside' : `set aside: ${setAside.join(', ')}`;
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
      `${depositId}: ${ending(resolution, word.operator, `given back by ${txid}`)}`,
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
    print(options.json, { depositId, changed }, [`${depositId}: ${changed ? 'withdrawn' : 'nothing is proposed'}`]);
  });
};
