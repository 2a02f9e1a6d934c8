import type { ChainHint, ChainHints } from '../../../../commands/ports/chains/chain-hints';
import { noteCalledTransaction, noteTransaction } from '../../../../commands/watching/hints/note-transaction';
import { canonicalTxid } from '../../../../infra/chains/families';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { catalog } from '../../../http/catalog';

const TXID = `0x${'5c'.repeat(32)}`;

const noting = () => {
  const kept: unknown[] = [];
  const keep: ChainHints['keep'] = async (hint: ChainHint, since, { mostOfNetwork, mostOfTeller }) => {
    kept.push([hint, since, mostOfNetwork, mostOfTeller]);
    return true;
  };
  const deps = { clock: { iso: () => time(0) }, catalog, canonicalTxid, chainHints: { keep } };
  return { kept, submit: noteTransaction(deps), call: noteCalledTransaction(deps) };
};

test('keeps a submitted transaction in its canonical form, at most 20 of a wallet and 1,000 of a network', async () => {
  const { kept, submit } = noting();
  await submit({ network: 'ethereum', txHash: TXID.toUpperCase().replace('0X', '0x'), userId: 'u1' });
  expect(kept).toEqual([[{ network: 'ethereum', txid: TXID, toldBy: 'wallet/u1' }, time(0), 1_000, 20]]);
});

test('keeps a called transaction by its source, without a limit of the source', async () => {
  const { kept, call } = noting();
  expect(await call({ provider: 'indexer', providerKey: `ethereum:${TXID}` })).toBe('done');
  expect(kept).toEqual([[{ network: 'ethereum', txid: TXID, toldBy: 'chain/indexer' }, time(0), 1_000, null]]);
});

test.each([
  ['a network that is not watched', `base:${TXID}`],
  ['text that is no id of the family', 'ethereum:hello'],
  ['an id with more behind it', `ethereum:${TXID}:0`],
  ['text without a network', TXID],
])('ignores %s', async (_what, providerKey) => {
  const { kept, call } = noting();
  expect(await call({ provider: 'indexer', providerKey })).toBe('done');
  expect(kept).toEqual([]);
});
