import { createHash } from 'node:crypto';
import { Asset, Memo, Operation } from '@stellar/stellar-sdk';
import { memoHash } from '../../infra/chains/stellar/memo';
import { openHorizon } from '../../test/infra/chains/served/horizon';
import type { StoredTransaction } from '../../test/infra/chains/served/horizon-ledger';
import { built, createLedger, PASSPHRASE, receiver } from '../../test/infra/chains/stellar/scenario';
import { inBlocks, memoOf, serveFilled } from './shared/filled';

/** The same payment under another hash, later in the ledger. */
const copied = (paid: StoredTransaction, hash: string, id: bigint): StoredTransaction => {
  const [operation] = paid.operations as readonly [StoredTransaction['operations'][0]];
  const height = id >> 32n;
  const { created_at } = operation.record;
  const record = { ...operation.record, id: id.toString(), paging_token: id.toString(), transaction_hash: hash };
  return {
    ...{ ...paid, height, hashes: [hash], operations: [{ ...operation, id, record: { ...record, created_at } }] },
    recordFor: (asked) => ({ ...paid.recordFor(asked), ledger: Number(height) }),
  };
};

serveFilled(async (transactions) => {
  const ledger = createLedger();
  const pay = (memo: Memo): string =>
    built([Operation.payment({ destination: receiver, asset: Asset.native(), amount: '1.5' })], memo).toXDR();
  ledger.close([pay(Memo.none())]);
  const paid = ledger.transactions[0]!;
  const from = ledger.height + 1n;
  for (const block of inBlocks(transactions)) {
    const memos = block.flatMap((index) => memoOf(index) ?? []);
    ledger.close(memos.map((memo) => pay(Memo.hash(memoHash(memo).toString('hex')))));
    const plain = block.filter((index) => memoOf(index) === null);
    const copies = plain.map((index, order) => {
      const hash = createHash('sha256').update(`${index}`).digest('hex');
      return copied(paid, hash, (ledger.height << 32n) | BigInt(((order + 100) << 12) | 1));
    });
    ledger.transactions.push(...copies);
  }
  const { url, close } = await openHorizon(ledger);
  return { chain: { url, networkId: PASSPHRASE, receiver, from, to: ledger.height }, pass: ledger.close, close };
});
