import { hashes, type Transaction } from 'xrpl';
import { listOf } from '../../infra/chains/encodings/answers';
import { connectCalls } from '../../infra/chains/xrpl/nodes/calls';
import { createXrplReader } from '../../infra/chains/xrpl/reader';
import { benchScan, endpointOf, type FilledChain } from './scan';

/** A ledger has 50 transactions, as many as an answer holds. */
const LEDGERS = 4n;

interface Told {
  readonly tx_json: Transaction & { readonly DeliverMax?: string };
}

/** Transactions of the receiver, in ranges that one answer holds; those with a memo are hashed. */
const listAll = async (chain: FilledChain): Promise<number> => {
  const { from, to, receiver: account } = chain;
  const calls = connectCalls(endpointOf(chain));
  let count = 0;
  for (let first = from; first <= to; first += LEDGERS) {
    const range = { ledger_index_min: Number(first), ledger_index_max: Number(first + LEDGERS - 1n) };
    const told = await calls.ask({
      method: 'account_tx',
      params: { account, ...range, forward: true, limit: 200 },
      read: (result) => listOf(result['transactions'], 'transactions') as readonly Told[],
    });
    for (const { tx_json } of told) {
      const { DeliverMax, date, ledger_index, ...sent } = tx_json as Readonly<Record<string, unknown>>;
      if ('Memos' in sent) hashes.hashSignedTx({ ...sent, Amount: DeliverMax } as unknown as Transaction);
    }
    count += told.length;
  }
  await calls.close();
  return count;
};

export const benchScanXrpl = benchScan({ family: 'xrpl', decimals: 6, open: createXrplReader, listAll });
