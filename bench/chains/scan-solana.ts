import { PublicKey, VersionedTransaction } from '@solana/web3.js';
import { partsOf } from '../../infra/chains/nodes/rpc/few-at-once';
import { MOST_REQUESTS_AT_ONCE } from '../../infra/chains/nodes/rpc/open-endpoint';
import { connectCalls, FINALIZED } from '../../infra/chains/solana/nodes/calls';
import { createSolanaReader } from '../../infra/chains/solana/reader';
import { benchScan, endpointOf, type FilledChain } from './scan';

/** Transactions of the receiver, listed, asked for and decoded. */
const listAll = async (chain: FilledChain): Promise<number> => {
  const { from, receiver } = chain;
  const calls = connectCalls(endpointOf(chain), () => undefined);
  const signatures: string[] = [];
  for (;;) {
    const before = signatures.at(-1);
    const options = before === undefined ? { limit: 1_000 } : { limit: 1_000, before };
    const rows = await calls.ask('getSignaturesForAddress', (connection) =>
      connection.getSignaturesForAddress(new PublicKey(receiver), options, FINALIZED),
    );
    if (rows.length === 0) break;
    signatures.push(...rows.filter(({ slot }) => BigInt(slot) >= from).map(({ signature }) => signature));
    if (rows.some(({ slot }) => BigInt(slot) < from)) break;
  }
  for (const part of partsOf(signatures, MOST_REQUESTS_AT_ONCE)) {
    const answers = (await Promise.all(part.map(calls.transaction))) as readonly { readonly transaction: [string] }[];
    for (const { transaction } of answers) VersionedTransaction.deserialize(Buffer.from(transaction[0], 'base64'));
  }
  await calls.close();
  return signatures.length;
};

export const benchScanSolana = benchScan({ family: 'solana', decimals: 9, open: createSolanaReader, listAll });
