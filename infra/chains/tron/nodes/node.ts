import type { ReceiverState } from '../../../../commands/ports/chains/chain-reader';
import type { ClosedNode } from '../../closed/node';
import type { ClosedWatch } from '../../closed/watch';
import { fieldsOf, malformed } from '../../encodings/answers';
import type { EndpointOptions } from '../../nodes/rpc/open-endpoint';
import { hexAddress } from '../protocol/address';
import { tronWatchOf } from '../watch';
import { blockAt, headOf } from './blocks';
import { connectCalls, type TronCalls } from './calls';
import { readOne, readPage } from './page';

const refusalOf = async ({ ask }: TronCalls, receiver: string): Promise<string | null> => {
  const address = hexAddress(receiver);
  const account = fieldsOf(await ask('getaccount', { address }), 'account');
  if (Object.keys(account).length === 0) return 'it is not activated';
  if (account['address'] !== address) throw malformed('address');
  return account['type'] === 'Contract' ? 'it is a contract' : null;
};

/** An account that was activated stays so, and never becomes a contract: it is asked for once. */
const createReceivers = (calls: TronCalls) => {
  const fit = new Set<string>();
  return async (addresses: readonly string[]): Promise<readonly ReceiverState[]> => {
    const states: ReceiverState[] = [];
    for (const address of addresses) {
      const refusal = fit.has(address) ? null : await refusalOf(calls, address);
      if (refusal === null) fit.add(address);
      states.push({ address, refusal });
    }
    return states;
  };
};

/** The id of block 0. A node that has it has no gap in its blocks. */
const genesisOf = async (calls: TronCalls): Promise<string> => {
  const block = await blockAt(calls, 0n);
  if (block === null) throw new Error(`${calls.label} does not have block 0, whose id names the chain`);
  return block.head.hash;
};

/** Connects an endpoint of Tron at its solidified state. Throws on an invalid URL, without repeating it. */
export const connectTronNode = (endpoint: EndpointOptions, closed: ClosedWatch): ClosedNode => {
  let genesis: string | null = null;
  const calls = connectCalls(endpoint, () => {
    genesis = null;
  });
  const scope = { calls, watch: tronWatchOf(closed) };
  return {
    label: calls.label,
    identity: async () => {
      genesis ??= await genesisOf(calls);
      return genesis;
    },
    head: () => headOf(calls),
    hashAt: async (height) => (await blockAt(calls, height))?.head.hash ?? null,
    receivers: createReceivers(calls),
    page: (request) => readPage(scope, request),
    transaction: (txid) => readOne(scope, txid),
    close: calls.close,
  };
};
