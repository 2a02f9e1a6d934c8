import type { ChainHead } from '../../../../commands/ports/chains/chain-reader';
import type { ClosedNode } from '../../closed/node';
import type { ClosedWatch } from '../../closed/watch';
import type { EndpointOptions } from '../../nodes/rpc/open-endpoint';
import { xrplWatchOf } from '../watch';
import { connectCalls } from './calls';
import { type LedgerRange, ledgerAt, rangeFrom, type ServerState, serverState, validatedLedger } from './ledgers';
import { readOne, readPage } from './page';
import { receiverState } from './receivers';

const upTo = ({ first, last }: LedgerRange, to: bigint): LedgerRange => ({ first, last: last < to ? last : to });

/** Connects a server of the XRP Ledger at its validated ledgers. Throws on an invalid URL, without repeating it. */
export const connectXrplNode = (endpoint: EndpointOptions, closed: ClosedWatch): ClosedNode => {
  const watch = xrplWatchOf(closed);
  const calls = connectCalls(endpoint);
  let state: ServerState | null = null;
  let last: ChainHead | null = null;
  const look = async (): Promise<ServerState> => {
    state = await serverState(calls);
    return state;
  };
  const isKnown = (from: bigint, to: bigint): boolean =>
    state?.complete.some((range) => range.first <= from && range.last >= to) ?? false;
  const scope = {
    ...{ calls, watch },
    completeFrom: async (from: bigint, to: bigint) =>
      isKnown(from, to) ? { first: from, last: to } : upTo(rangeFrom(calls.label, await look(), from), to),
    rememberedHead: (height: bigint) => (last?.height === height ? last : null),
  };
  return {
    label: calls.label,
    identity: async () => (await look()).networkId,
    head: async () => {
      last = await validatedLedger(calls);
      return last;
    },
    hashAt: async (height) => (await ledgerAt(calls, height))?.hash ?? null,
    receivers: (accounts) => Promise.all(accounts.map((account) => receiverState(calls, account, watch))),
    page: (request) => readPage(scope, request),
    transaction: (txid) => readOne(scope, txid),
    close: calls.close,
  };
};
