import type { ChainHead } from '../../../../commands/ports/chains/chain-reader';
import { fieldsOf, malformed, readCount, textOf } from '../../encodings/answers';
import { historyGone } from '../../nodes/history-gone';
import { readHash, timeOf } from '../reading/told';
import type { Fields, RippledCall, RippledCalls } from './calls';

export interface LedgerRange {
  readonly first: bigint;
  readonly last: bigint;
}

export interface ServerState {
  readonly networkId: string;
  /** Ranges of ledgers that the server has, lowest first, with gaps between them. */
  readonly complete: readonly LedgerRange[];
}

const rangeOf = (text: string): LedgerRange => {
  const [, first, last = first] = /^(\d{1,10})(?:-(\d{1,10}))?$/.exec(text) ?? [];
  if (first === undefined || last === undefined) throw malformed('complete_ledgers');
  return { first: BigInt(first), last: BigInt(last) };
};

const rangesOf = (text: string): readonly LedgerRange[] =>
  text === 'empty' ? [] : text.split(',').map(rangeOf).sort(byFirst);

const byFirst = (one: LedgerRange, other: LedgerRange): number => (one.first < other.first ? -1 : 1);

const readState = (result: Fields): ServerState => {
  const { network_id: networkId = 0, complete_ledgers: complete } = fieldsOf(result['info'], 'info');
  return {
    networkId: readCount(networkId, 'network_id').toString(),
    complete: rangesOf(textOf(complete, 'complete_ledgers')),
  };
};

export const serverState = ({ ask }: RippledCalls): Promise<ServerState> =>
  ask({ method: 'server_info', params: {}, read: readState });

/** The range of `complete` from `from` on; rejects when the server has pruned `from` or never had it. */
export const rangeFrom = (label: string, { complete }: ServerState, from: bigint): LedgerRange => {
  const range = complete.find(({ last }) => last >= from);
  if (range === undefined) throw new Error(`${label} does not have ledger ${from} yet`);
  if (range.first <= from) return { first: from, last: range.last };
  throw historyGone(label, from, `its next complete ledger is ${range.first}`, range.first);
};

const readLedger = (result: Fields): ChainHead => {
  if (result['validated'] !== true) throw malformed('a ledger that is not validated');
  const { close_time: seconds } = fieldsOf(result['ledger'], 'ledger');
  const time = timeOf(seconds);
  if (time === null) throw malformed('ledger.close_time');
  const hash = readHash(result['ledger_hash'], 'ledger_hash');
  return { height: readCount(result['ledger_index'], 'ledger_index'), hash, time };
};

const ledgerCall = (index: number | 'validated'): RippledCall<ChainHead> => ({
  ...{ method: 'ledger', params: { ledger_index: index }, read: readLedger },
});

export const validatedLedger = ({ ask }: RippledCalls): Promise<ChainHead> => ask(ledgerCall('validated'));

export const ledgerAt = async ({ label, find }: RippledCalls, height: bigint): Promise<ChainHead | null> => {
  const told = await find(ledgerCall(Number(height)), 'lgrNotFound');
  if (told === null || told.height === height) return told;
  throw new Error(`${label} answers ledger ${told.height} instead of ${height}`);
};
