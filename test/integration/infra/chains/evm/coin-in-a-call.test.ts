import type { SeenMovement } from '../../../../../aggregates/chain';
import { watching } from '../../../../commands/watching/watching';
import { RECEIVER } from '../../../../stores/anvil';
import { evmLab } from './lab';
import { MEMO, onlyTokens } from './scenario';

/** Creates a contract that ends at once and leaves its coin to the receiver: no transfer, and no log. */
const LEAVE_TO_RECEIVER = `0x73${RECEIVER.slice(2)}ff`;
const RISE: SeenMovement = {
  ...{ network: 'local', txid: 'coin-after-block-1', position: RECEIVER, assetId: 201, contract: null },
  ...{ amountBaseUnits: '7', sender: 'unknown', receiver: RECEIVER, memos: [], movements: 1 },
  ...{ unsupported: 'UNEXPLAINED_RISE', blockNumber: '2', blockHash: `0x${'0'.repeat(64)}`, blockTime: null },
};

describe('Coin on a local chain', () => {
  const lab = evmLab();

  it('becomes a deposit of the inbox, beside the payments that were found', async () => {
    const { chain, readerOf } = lab;
    const { look, rows, deps } = watching({ reader: readerOf() });
    const minute = async () => {
      await chain().mine(3);
      deps.clock.advance(60_000);
      for (let looks = 0; looks < 3; looks += 1) expect(await look()).toMatchObject({ failure: null, troubles: [] });
    };
    await minute();
    await minute();
    await chain().sendNative({ to: RECEIVER, value: 5n, memo: MEMO });
    expect((await chain().wallet(1).send({ to: null, value: '0x7', data: LEAVE_TO_RECEIVER })).succeeded).toBe(true);
    await minute();
    await minute();
    const coin = (await rows()).map(({ position, amount_base_units, unsupported, status, memos }) => ({
      ...{ position, amount: amount_base_units, unsupported, status, memos },
    }));
    expect(coin).toEqual([
      { position: 'native', amount: '5', unsupported: null, status: 'FINALISED', memos: [MEMO] },
      { position: RECEIVER, amount: '7', unsupported: 'UNEXPLAINED_RISE', status: 'FINALISED', memos: [] },
    ]);
  });

  it('costs one request a minute, and no request when no coin is watched', async () => {
    const { chain, readerOf, proxy } = lab;
    await chain().mine(2);
    const node = await proxy(() => undefined);
    const reader = readerOf({ rpcUrls: [node.url] });
    await reader.heads([]);
    await reader.scan({ from: 1n, to: 1n, resume: null });
    const before = node.calls.length;
    const told = await reader.coinBalances!(1n, { isSecond: false });
    expect(told).toEqual({ assetId: 201, balances: [{ receiver: RECEIVER, baseUnits: 0n }] });
    expect(node.calls.slice(before).map(({ method, params }) => [method, params])).toEqual([
      ['eth_getBalance', [RECEIVER, '0x1']],
    ]);
    expect(readerOf({ assets: onlyTokens(lab.token()) }).coinBalances).toBeUndefined();
  });

  it('is read from the next node when one has pruned its state', async () => {
    const { chain, readerOf, proxy } = lab;
    await chain().mine(2);
    const isBalance = ({ method }: { readonly method: string }) => method === 'eth_getBalance';
    const pruned = { error: { code: -32000, message: 'missing trie node' } };
    const first = await proxy((call) => (isBalance(call) ? pruned : undefined));
    const second = await proxy((call) => (isBalance(call) ? { result: '0x9' } : undefined));
    const reader = readerOf({ rpcUrls: [first.url, second.url] });
    expect(await reader.coinBalances!(1n, { isSecond: false })).toBeNull();
    const again = await reader.coinBalances!(1n, { isSecond: true });
    expect(again?.balances).toEqual([{ receiver: RECEIVER, baseUnits: 9n }]);
  });

  it('is GONE without a call to a node when only a balance has shown the coin', async () => {
    const { judgements } = await lab.readerOf({ rpcUrls: [lab.away()] }).judge([RISE]);
    expect(judgements).toEqual([{ verdict: 'GONE', reason: 'NO_SUCH_MOVEMENT' }]);
  });
});

describe('A hint on a local chain', () => {
  const lab = evmLab();

  it('costs one request for a random hash and three for a foreign transaction', async () => {
    const { chain, readerOf, proxy } = lab;
    const foreign = await chain()
      .wallet(0)
      .send({ to: chain().wallet(1).address, value: '0x1' });
    await chain().mine(3);
    const node = await proxy(() => undefined);
    const world = watching({ reader: readerOf({ rpcUrls: [node.url] }) });
    const requests = async (...txids: readonly string[]) => {
      for (const txid of txids) world.hint(txid, world.deps.clock.iso());
      const before = node.requests();
      expect(await world.look()).toMatchObject({ failure: null, troubles: [] });
      return node.requests() - before;
    };
    await requests();
    await requests();
    const idle = await requests();
    const random = await requests(`0x${'5c'.repeat(32)}`);
    const known = await requests(foreign.txid);
    expect([idle, random, known]).toEqual([1, 2, 4]);
    expect([await world.rows(), world.hints().map(({ txid }) => txid)]).toEqual([[], [`0x${'5c'.repeat(32)}`]]);
  });
});
