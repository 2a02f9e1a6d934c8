import { type Command, InvalidArgumentError } from 'commander';
import type { UndecidedDeposit } from '../../../commands/ports/chains/network-standing';
import { listWatched } from '../../../infra/chains/stores/watched-networks';
import { type NetworkRow, networkRows } from '../../reads/networks/network-rows';
import { inSession, mustSayWhy, type OperatorOptions, operatorContext, print, withOperator } from './operator';

export const addNetworkCommands = (program: Command): void => {
  const networks = program.command('networks').description('show the state of networks, and decide about them');
  networks
    .command('list', { isDefault: true })
    .description('show mode, cursor, last scan, doubts and unreadable transactions')
    .option('--json', 'print only JSON on stdout')
    .action(list);
  const add = (words: string, description: string) =>
    withOperator(networks.command(words)).description(`${description}; needs --actor and --reason`);
  add('accept <network>', 'continue after a change of the final history')
    .requiredOption('--from <height>', 'the first height that is scanned and checked again', heightOf)
    .action(accept);
  add('give-up-deposit <network> <depositId>', 'continue, after an acceptance, without an unreadable deposit').action(
    giveUpDeposit,
  );
  add('give-up-transaction <network> <txid>', 'continue without an unreadable transaction').action(giveUpTransaction);
  add('skip-gap <network>', 'continue after a missing part of the history; payments in that part are not seen')
    .requiredOption('--to <height>', 'the last skipped height', heightOf)
    .action(skipGap);
  add('resume-asset <network> <assetId>', 'accept new intents of a halted asset again').action(resumeAsset);
};

const heightOf = (text: string): bigint => {
  if (!/^\d{1,20}$/.test(text)) throw new InvalidArgumentError('The value is not a height.');
  return BigInt(text);
};

const list = async (options: { readonly json?: boolean }): Promise<void> =>
  inSession(async ({ adapters }) => {
    const rows = networkRows(adapters.offer.networks, await listWatched(adapters.ports.query));
    print(options.json, rows, rows.length === 0 ? ['No networks'] : rows.map(lineOf));
  });

const lineOf = (row: NetworkRow): string => {
  const name = `${row.network.padEnd(16)} ${(row.mode ?? 'no mode').padEnd(8)}`;
  const gone = row.configured ? '' : '  not in NETWORKS_FILE any more';
  if (row.cursor === null) return `${name} never looked at${gone}`;
  const unread = row.unread === 0 ? '' : `  unread ${row.unread} since ${row.unreadSince ?? ''}`;
  const asked = Object.entries<Question>({ ...row.questions }).map(([what, why]) => `\n  ${what}: ${textOf(why)}`);
  const givenUp = row.givenUp.map(
    ({ txid, height, givenUpAt, reason }) => `\n  given up at ${givenUpAt}: ${txid} at ${height}, ${reason}`,
  );
  return `${name} at ${row.cursor}, final ${row.final ?? ''}, looked at ${row.lookedAt ?? 'never'}${unread}${gone}${asked.join('')}${givenUp.join('')}`;
};

type Question = string | readonly (string | number | UndecidedDeposit)[];

const textOf = (question: Question): string => {
  if (typeof question === 'string') return question;
  return question.map((one) => (typeof one === 'object' ? `${one.depositId} (${one.reason})` : String(one))).join(', ');
};

interface AcceptOptions extends OperatorOptions {
  readonly from: bigint;
}

const accept = async (network: string, options: AcceptOptions): Promise<void> => {
  const reason = mustSayWhy('networks accept', options);
  const { from: fromHeight } = options;
  await inSession(async (session) => {
    await session.service.acceptFinality({ network, fromHeight, reason }, await operatorContext(session, options));
    print(options.json, { network, fromHeight }, [`${network}: scans and checks again from height ${fromHeight} on`]);
  });
};

const giveUpDeposit = async (network: string, depositId: string, options: OperatorOptions): Promise<void> => {
  const reason = mustSayWhy('networks give-up-deposit', options);
  await inSession(async (session) => {
    await session.service.giveUpDeposit({ network, depositId, reason }, await operatorContext(session, options));
    print(options.json, { network, depositId }, [
      `${network}: continues without ${depositId}; the deposit pays nothing until the network confirms it`,
    ]);
  });
};

const giveUpTransaction = async (network: string, txid: string, options: OperatorOptions): Promise<void> => {
  const reason = mustSayWhy('networks give-up-transaction', options);
  await inSession(async (session) => {
    const given = { network, txid, reason };
    const heights = await session.service.giveUpTransaction(given, await operatorContext(session, options));
    print(options.json, { network, txid, heights }, [
      `${network}: continues without ${txid} at ${heights.join(', ')}; the transaction is reported if it becomes readable`,
    ]);
  });
};

interface SkipOptions extends OperatorOptions {
  readonly to: bigint;
}

const skipGap = async (network: string, options: SkipOptions): Promise<void> => {
  const reason = mustSayWhy('networks skip-gap', options);
  const { to: toHeight } = options;
  await inSession(async (session) => {
    const context = await operatorContext(session, options, 'administer');
    await session.service.acceptGap({ network, toHeight, reason }, context);
    print(options.json, { network, toHeight }, [`${network}: continues after height ${toHeight}`]);
  });
};

const resumeAsset = async (network: string, assetId: string, options: OperatorOptions): Promise<void> => {
  mustSayWhy('networks resume-asset', options);
  if (!/^\d{1,9}$/.test(assetId)) throw new Error(`${assetId} is not an asset id`);
  const asset = { network, assetId: Number(assetId) };
  await inSession(async (session) => {
    await session.service.resumeAsset(asset, await operatorContext(session, options));
    print(options.json, asset, [`${network}: asset ${assetId} takes new intents again`]);
  });
};
