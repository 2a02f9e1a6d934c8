import type { Command } from 'commander';
import { inBatches } from '../../../../commands/watching/in-parallel';
import { type DepositRow, listUnmatchedDeposits } from '../../../../read-models/matching/deposits';
import { type DepositItem, depositItem, type ShownDeposit, shownDeposit } from '../../../reads/deposits/shown-deposit';
import type { Session } from '../../wiring/session';
import { type PageOptions, pageOf, printPage, withPaging } from '../lists/paging';
import { inSession, print, untilCaughtUp } from '../operator';
import { addResolutionCommands } from './resolve';
import { amountWords, depositLines } from './words';

export const addDepositCommands = (program: Command): void => {
  const deposits = program.command('deposits').description('list and resolve unmatched deposits');
  withPaging(deposits.command('list', { isDefault: true }))
    .description('list unmatched deposits, newest first, each with its possible intents')
    .action(list);
  addResolutionCommands(deposits);
  deposits
    .command('show <depositId>')
    .description('show a deposit with the memos and movements of its transaction')
    .option('--json', 'print only JSON on stdout')
    .action(show);
};

const AT_ONCE = 10;

/** A deposit that is resolved meanwhile moves in the list, so that its id alone is not enough. */
const cursorOf = ({ updated_at, deposit_id }: DepositRow): string => `${updated_at},${deposit_id}`;

const placeOf = (cursor: string): Pick<DepositRow, 'updated_at' | 'deposit_id'> => {
  const [, at, depositId] = /^([\d-]+T[\d:.]+Z),(.+)$/.exec(cursor) ?? [];
  if (at === undefined || depositId === undefined) throw new Error('--cursor must be the nextCursor of a page');
  return { updated_at: at, deposit_id: depositId };
};

const list = async (options: PageOptions): Promise<void> =>
  inSession(async (session) => {
    await untilCaughtUp(session);
    const last = options.cursor === undefined ? undefined : placeOf(options.cursor);
    const rows = await listUnmatchedDeposits(session.adapters.ports.query, options.limit + 1, last);
    const page = pageOf(rows, options.limit, { cursorOf, itemOf: (row) => row });
    const items: DepositItem[] = [];
    for (const batch of inBatches(AT_ONCE, page.items))
      items.push(...(await Promise.all(batch.map((row) => depositItem(session.adapters.ports, row)))));
    printPage(options, { ...page, items }, { lineOf: depositLines, none: 'No unmatched deposits' });
  });

const show = async (depositId: string, { json }: { readonly json?: boolean }): Promise<void> =>
  inSession(async (session: Session) => {
    await untilCaughtUp(session);
    const shown = await shownDeposit(session.adapters.ports, depositId);
    print(json, shown, [depositLines(shown), ...transactionLines(shown)]);
  });

const transactionLines = ({
  network,
  memos,
  mentions,
  movements,
  transaction,
  ...shown
}: ShownDeposit): readonly string[] => [
  `block ${shown.blockNumber} of ${network} at ${shown.blockTime ?? 'an unknown time'}, to ${shown.receiver}`,
  ...(shown.senderReference === null ? [] : [`reference of the sender: ${shown.senderReference}`]),
  ...(shown.unsupported === null ? [] : [`unsupported transfer: ${shown.unsupported}`]),
  ...memos.map((memo) => `memo ${memo}`),
  ...mentions.map((memo) => `memo inside a call: ${memo}`),
  `${movements} movements to receivers of ours in its transaction`,
  ...transaction.map(
    (row) => `  ${row.depositId}  ${row.status}  ${amountWords(row)} from ${row.sender} to ${row.receiver}`,
  ),
];
