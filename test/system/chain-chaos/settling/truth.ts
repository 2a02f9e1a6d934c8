import { depositIdOf } from '../../../../aggregates/chain';
import { addressTopic, TRANSFER_TOPIC } from '../../../../infra/chains/evm/protocol/transfers';
import { COIN_ID, TOKEN_ID } from '../installation';
import { type ChaosChain, RECEIVER } from '../node/chain';
import { ask, askAll, type Fields, hex } from '../node/json-rpc';

/** A movement to the receiver on the chain itself, read without any proxy. */
export interface TrueMovement {
  readonly depositId: string;
  readonly height: number;
  readonly blockTimeMs: number;
  /** Null: no asset of the catalog. */
  readonly assetId: number | null;
  readonly amountBaseUnits: bigint;
  /** Text in the place of the memo; empty without one. */
  readonly memo: string;
  /** A plain transfer by the payer, shown with its transaction: an intent may be paid by it. */
  readonly isPlain: boolean;
}

export interface TruthOptions {
  readonly chain: Pick<ChaosChain, 'url' | 'token'>;
  readonly network: string;
  readonly toHeight: number;
  readonly hidden: ReadonlySet<string>;
}

interface Included {
  readonly transaction: Fields;
  readonly height: number;
  readonly blockTimeMs: number;
}

const TRANSFER = '0xa9059cbb';
const CALL_DIGITS = 2 + 2 * 68;

const textOf = (digits: string): string => Buffer.from(digits, 'hex').toString('utf8');

const inclusionsOf = (blocks: readonly Fields[]): readonly Included[] =>
  blocks.flatMap((block) =>
    (block['transactions'] as readonly Fields[]).map((transaction) => ({
      transaction,
      height: Number(block['number']),
      blockTimeMs: Number(block['timestamp']) * 1_000,
    })),
  );

const isCoin = ({ transaction }: Included): boolean =>
  transaction['to'] === RECEIVER && BigInt(transaction['value'] as string) > 0n;

const coinMovement = (network: string, { transaction, height, blockTimeMs }: Included): TrueMovement => ({
  depositId: depositIdOf(network, transaction['hash'] as string, 'native'),
  ...{ height, blockTimeMs, assetId: COIN_ID },
  amountBaseUnits: BigInt(transaction['value'] as string),
  memo: textOf((transaction['input'] as string).slice(2)),
  isPlain: true,
});

const isTransferToUs = (log: Fields): boolean => {
  const topics = log['topics'] as readonly string[];
  return topics[0] === TRANSFER_TOPIC && topics[2] === addressTopic(RECEIVER) && BigInt(log['data'] as string) > 0n;
};

const tokenMovements = (
  { chain, network, hidden }: TruthOptions,
  { transaction, height, blockTimeMs }: Included,
  receipt: Fields,
): readonly TrueMovement[] =>
  (receipt['logs'] as readonly Fields[]).flatMap((log, ordinal) => {
    if (!isTransferToUs(log)) return [];
    const txid = transaction['hash'] as string;
    const input = transaction['input'] as string;
    const isDirect = transaction['to'] === log['address'] && input.startsWith(TRANSFER);
    return [
      {
        depositId: depositIdOf(network, txid, String(ordinal)),
        ...{ height, blockTimeMs },
        assetId: log['address'] === chain.token ? TOKEN_ID : null,
        amountBaseUnits: BigInt(log['data'] as string),
        memo: isDirect ? textOf(input.slice(CALL_DIGITS)) : '',
        isPlain: isDirect && !hidden.has(txid),
      },
    ];
  });

/** Every movement to the receiver in the blocks up to a height, in order. */
export const readTruth = async (options: TruthOptions): Promise<readonly TrueMovement[]> => {
  const { chain, toHeight, network } = options;
  const heights = Array.from({ length: toHeight + 1 }, (_, height) => height);
  const blocks = await askAll<Fields>(
    chain.url,
    heights.map((height) => ['eth_getBlockByNumber', [hex(height), true]] as const),
  );
  const topics = [TRANSFER_TOPIC, null, addressTopic(RECEIVER)];
  const logs = await ask<readonly Fields[]>(chain.url, 'eth_getLogs', [
    { fromBlock: hex(0), toBlock: hex(toHeight), topics },
  ]);
  const logged = new Set(logs.map((log) => log['transactionHash'] as string));
  const concerned = inclusionsOf(blocks).filter(
    (item) => isCoin(item) || logged.has(item.transaction['hash'] as string),
  );
  const receipts = await askAll<Fields>(
    chain.url,
    concerned.map(({ transaction }) => ['eth_getTransactionReceipt', [transaction['hash']]] as const),
  );
  return concerned.flatMap((item, index) => {
    const receipt = receipts[index]!;
    if (receipt['status'] !== '0x1') return [];
    return [...(isCoin(item) ? [coinMovement(network, item)] : []), ...tokenMovements(options, item, receipt)];
  });
};
