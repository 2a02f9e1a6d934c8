import { createHash } from 'node:crypto';
import { type FaultyServer, openFaultyServer, type ServedAnswer } from './faulty-server';
import type { Fields, LedgerBlock, Signed, TronLedger } from './tron-ledger';

/** Faults that need knowledge of the chain. */
export type JavaTronFault = 'refuseRanges' | 'empty' | 'repeat' | 'prune' | 'goBack' | 'otherChain';

export interface ServedJavaTron {
  readonly server: FaultyServer;
  fault: JavaTronFault | null;
  /** Replaces the answer to a call; unset for the normal one. */
  lie: (call: string, answer: unknown, asked: Fields) => unknown;
  /** The name of each call, in order. */
  readonly calls: () => readonly string[];
}

const HEAD_BLOCKS_BACK = 3;

/** A node's answer about a block; `{}` and no infos for a missing one. */
const blockOf = ({ header, transactions }: LedgerBlock): Fields =>
  transactions.length === 0 ? header : { ...header, transactions };

/** The same number on another chain. */
const foreignId = (id: string): string =>
  `${id.slice(0, 16)}${createHash('sha256').update(id).digest('hex').slice(16)}`;

const twice = (values: readonly Fields[]): readonly Fields[] => values.flatMap((one) => [one, one]);

const withFault = (block: LedgerBlock, fault: JavaTronFault | null): LedgerBlock => {
  const { header, transactions, infos } = block;
  if (fault === 'otherChain') {
    return { header: { ...header, blockID: foreignId(String(header['blockID'])) }, transactions: [], infos: [] };
  }
  if (fault === 'empty') return { ...block, infos: [] };
  return fault === 'repeat' ? { header, transactions: twice(transactions), infos: twice(infos) } : block;
};

/** Blocks that a fault leaves, the head last. */
const knownOf = ({ blocks, history }: TronLedger, fault: JavaTronFault | null): ReadonlyMap<number, LedgerBlock> => {
  const end = fault === 'goBack' ? blocks.length - HEAD_BLOCKS_BACK : blocks.length;
  const known = [...blocks.entries()].slice(0, end).filter(([number]) => number === 0 || number >= history.from);
  const kept = fault === 'prune' ? known.filter(([number]) => number === 0 || number === end - 1) : known;
  return new Map(kept.map(([number, block]) => [number, withFault(block, fault)]));
};

type Answers = Readonly<Record<string, (ledger: TronLedger, fault: JavaTronFault | null, asked: Fields) => unknown>>;

const SOLIDITY: Answers = {
  getnowblock: (ledger, fault) => blockOf([...knownOf(ledger, fault).values()].at(-1)!),
  getblockbynum: (ledger, fault, { num }) => {
    const block = knownOf(ledger, fault).get(num as number);
    return block === undefined ? {} : blockOf(block);
  },
  gettransactioninfobyblocknum: (ledger, fault, { num }) => knownOf(ledger, fault).get(num as number)?.infos ?? [],
  gettransactioninfobyid: (ledger, fault, { value }) =>
    [...knownOf(ledger, fault).values()].flatMap(({ infos }) => infos).find(({ id }) => id === value) ?? {},
  getaccount: ({ accounts }, _fault, { address }) => accounts.get(address as string) ?? {},
};

/** Calls of the full node that a wallet needs to build and send. */
const WALLET: Answers = {
  getblock: ({ blocks }) => blocks.at(-1)!.header,
  broadcasttransaction: (ledger, _fault, signed) => {
    ledger.broadcast(signed as unknown as Signed);
    ledger.makeBlocks();
    return { result: true, txid: signed['txID'] };
  },
};

const RANGES = ['getblockbynum', 'gettransactioninfobyblocknum'];
const REFUSAL = { Error: 'class java.lang.IllegalStateException : refused' };

/** Serves the HTTP API of java-tron over a ledger in memory, on loopback. */
export const serveJavaTron = async (ledger: TronLedger): Promise<ServedJavaTron> => {
  const nameOf = (path: string): string => path.split('/').at(-1) ?? '';
  const answerTo = (path: string, asked: Fields): ServedAnswer => {
    const name = nameOf(path);
    const answer = (path.startsWith('/walletsolidity/') ? SOLIDITY : WALLET)[name];
    if (answer === undefined) return { status: 404, body: {} };
    if (served.fault === 'refuseRanges' && RANGES.includes(name)) return { body: REFUSAL };
    return { body: served.lie(name, answer(ledger, served.fault, asked), asked) };
  };
  const server = await openFaultyServer(({ path, body }) =>
    answerTo(path, body === '' ? {} : (JSON.parse(body) as Fields)),
  );
  const served: ServedJavaTron = {
    ...{ server, fault: null, lie: (_call: string, answer: unknown) => answer },
    calls: () => server.requests.map(({ path }) => nameOf(path)),
  };
  return served;
};
