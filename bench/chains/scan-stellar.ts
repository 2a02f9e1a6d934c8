import { TransactionBuilder } from '@stellar/stellar-sdk';
import { connectCalls, recordsOf } from '../../infra/chains/stellar/nodes/calls';
import { createStellarReader } from '../../infra/chains/stellar/reader';
import { benchScan, endpointOf, type FilledChain } from './scan';

const ROWS = 200;

interface Joined {
  readonly memo_type: string;
  readonly envelope_xdr: string;
}

/** Payments of the receiver, listed with their transactions; envelopes of those with a hash decoded. */
const listAll = async (chain: FilledChain): Promise<number> => {
  const { from, receiver, networkId } = chain;
  const calls = connectCalls(endpointOf(chain));
  let count = 0;
  for (let cursor = (from << 32n).toString(); ; ) {
    const answer = await calls.ask((server) =>
      server.payments().forAccount(receiver).join('transactions').cursor(cursor).order('asc').limit(ROWS).call(),
    );
    const records = recordsOf(answer, 'payments');
    const last = records.at(-1);
    if (last === undefined) break;
    for (const { transaction } of records as unknown as readonly { readonly transaction: Joined }[]) {
      if (transaction.memo_type === 'hash') TransactionBuilder.fromXDR(transaction.envelope_xdr, networkId).hash();
    }
    count += records.length;
    cursor = String(last['id']);
  }
  await calls.close();
  return count;
};

export const benchScanStellar = benchScan({ family: 'stellar', decimals: 7, open: createStellarReader, listAll });
