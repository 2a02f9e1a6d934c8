import { type Command, InvalidArgumentError } from 'commander';
import type { UndecidedDeposit } from '../../../commands/ports/chains/network-standing';
import { listWatched } from '../../../infra/chains/stores/watched-networks';
import { type NetworkRow, networkRows } from '../../reads/networks/network-rows';
import { inSession, mustSayWhy, type OperatorOptions, operatorContext, print, withOperator } from './operator';

/** `ledger networks [list|accept|give-up-deposit|give-up-transaction|skip-gap|resume-asset]`. */
export const addNetworkCommands = (program: Command): void => {
  const networks = program.command('networks').description('how the networks are, and decisions about them');
  networks
    .command('list', { isDefault: true })
    .description('mode, cursor, last look, questions and what could not be read')
    .option('--json', 'print nothing but JSON on stdout')
    .action(list);
  const add = (words: string, description: string) =>
    withOperator(networks.command(words)).description(`${description}; needs --actor and --reason`);
  add('accept <network>', 'go on after final history has changed')
    .requiredOption('--from <height>', 'what is from here on is scanned and judged again', heightOf)
    .action(accept);
  add(
    'give-up-deposit <network> <depositId>',
    'go on, after an acceptance, without a deposit that cannot be judged',
  ).action(giveUpDeposit);
  add('give-up-transaction <network> <txid>', 'go on without a transaction that cannot be read').action(
    giveUpTransaction,
  );
  add('skip-gap <network>', 'go on behind history that nobody has; what was paid there is not seen')
    .requiredOption('--to <height>', 'the last height that is skipped', heightOf)
    .action(skipGap);
  add('resume-asset <network> <assetId>', 'let a halted asset take new intents again').action(resumeAsset);
};

const heightOf = (text: string): bigint => {
  if (!/^\d{1,20}$/.test(text)) throw new InvalidArgumentError('It is no height.');
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
    print(options.json, { network, fromHeight }, [`${network}: scanned and judged again from height ${fromHeight} on`]);
  });
};

const giveUpDeposit = async (network: string, depositId: string, options: OperatorOptions): Promise<void> => {
  const reason = mustSayWhy('networks give-up-deposit', options);
  await inSession(async (session) => {
    await session.service.giveUpDeposit({ network, depositId, reason }, await operatorContext(session, options));
    print(options.json, { network, depositId }, [
      `${network}: goes on without ${depositId}, on which nothing is paid until it can be judged`,
    ]);
  });
};

const giveUpTransaction = async (network: string, txid: string, options: OperatorOptions): Promise<void> => {
  const reason = mustSayWhy('networks give-up-transaction', options);
  await inSession(async (session) => {
    const given = { network, txid, reason };
    const heights = await session.service.giveUpTransaction(given, await operatorContext(session, options));
    print(options.json, { network, txid, heights }, [
      `${network}: goes on without ${txid} at ${heights.join(', ')}, which is told if it can be read after all`,
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
    print(options.json, { network, toHeight }, [`${network}: goes on behind height ${toHeight}`]);
  });
};

const resumeAsset = async (network: string, assetId: string, options: OperatorOptions): Promise<void> => {
  mustSayWhy('networks resume-asset', options);
  if (!/^\d{1,9}$/.test(assetId)) throw new Error(`${assetId} is no asset id`);
  const asset = { network, assetId: Number(assetId) };
  await inSession(async (session) => {
    await session.service.resumeAsset(asset, await operatorContext(session, options));
    print(options.json, asset, [`${network}: asset ${assetId} takes new intents again`]);
  });
};
