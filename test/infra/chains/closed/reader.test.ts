import type { ChainReader, Gap, Scanned } from '../../../../commands/ports/chains/chain-reader';
import { closedNode, movement, paid, readerOver, timeOf } from './closed-ledger';

const HEAD_MS = Date.parse(timeOf(100n));
const RANGE = { from: 1n, to: 100n, resume: null };

const at = () => {
  let nowMs = HEAD_MS;
  return {
    now: () => nowMs,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
};

const scanned = async (reader: ChainReader, range = RANGE): Promise<Scanned> => {
  const found = await reader.scan(range);
  if (found.outcome === 'GAP') throw new Error(`a gap at ${found.height}`);
  return found;
};

const txidsOf = ({ movements }: Pick<Scanned, 'movements'>) => movements.map((one) => one.movement.txid);

describe('heads of closed history', () => {
  it('reports one head that is newest and final', async () => {
    const heads = await readerOver([closedNode('a')], at().now).heads([]);
    const head = { height: 100n, hash: 'hash-100', time: timeOf(100n) };
    expect(heads).toMatchObject({ outcome: 'HEADS', newest: head, final: head, identity: 'genesis' });
  });

  it('refuses a node of another chain and names the chain', async () => {
    const other = closedNode('a');
    other.chain = 'elsewhere';
    await expect(readerOver([other], at().now).heads([])).rejects.toMatchObject({ foreignChain: 'elsewhere' });
  });

  it('asks the next node when the first is behind a kept height', async () => {
    const behind = closedNode('a');
    behind.height = 89n;
    const heads = await readerOver([behind, closedNode('b')], at().now).heads([{ height: 90n, hash: 'hash-90' }]);
    expect(heads).toMatchObject({ newest: { height: 100n } });
  });

  it('reports a contradiction of finality when every node has a different hash', async () => {
    const forked = closedNode('a');
    forked.hashOf = (height) => (height > 50n ? `other-${height}` : `hash-${height}`);
    const kept = [90n, 60n, 40n].map((height) => ({ height, hash: `hash-${height}` }));
    expect(await readerOver([forked], at().now).heads(kept)).toEqual({
      ...{ outcome: 'FINALITY_CONTRADICTED', height: 90n, kept: 'hash-90', seen: 'other-90', commonHeight: 40n },
    });
  });

  it('refuses a head that is later than our clock', async () => {
    const early = closedNode('a');
    early.height = 200n;
    await expect(readerOver([early], at().now).heads([])).rejects.toMatchObject({ aheadOfClockMs: 100_000 });
  });
});

describe('a scan of closed history', () => {
  it('reports each movement as final, with the page up to the end of the answer', async () => {
    const node = closedNode('a', [paid(10n), paid(20n), paid(30n)]);
    node.mostPerPage = 2;
    const found = await scanned(readerOver([node], at().now));
    expect(found).toMatchObject({ parentHash: null, unread: [], upTo: { height: 29n } });
    expect(found.movements).toEqual([
      { movement: movement(10n), isFinal: true },
      { movement: movement(20n), isFinal: true },
    ]);
  });

  it('reports an unreadable transaction as unread', async () => {
    const crop = { reason: 'it has no time', memos: ['acme:1'], isContradiction: false };
    const node = closedNode('a', [{ txid: 'tx', height: 7n, blockHash: 'hash-7', crop }]);
    const { unread } = await scanned(readerOver([node], at().now));
    expect(unread).toEqual([
      { txid: 'tx', height: 7n, blockHash: 'hash-7', memos: ['acme:1'], reason: 'it has no time' },
    ]);
  });

  it('counts small transfers without a memo instead of reporting them', async () => {
    const small = { memos: [], amountBaseUnits: '99' };
    const node = closedNode('a', [paid(10n, small), paid(11n, small), paid(12n, { memos: [] })]);
    const found = await scanned(readerOver([node], at().now));
    expect(txidsOf(found)).toEqual(['tx-12']);
    expect(found.dust).toEqual([{ height: 100n, assetId: 1, transfers: 2, baseUnits: 198n }]);
  });

  it('waits with a payment that the second node lacks', async () => {
    const found = await scanned(readerOver([closedNode('a', [paid(10n)]), closedNode('b')], at().now));
    expect(found).toMatchObject({ movements: [], unread: [{ txid: 'tx-10', reason: 'b does not have tx-10 yet' }] });
  });

  it('waits with a payment that the second node reports differently', async () => {
    const other = closedNode('b', [paid(10n, { amountBaseUnits: '1' })]);
    const found = await scanned(readerOver([closedNode('a', [paid(10n)]), other], at().now));
    expect(found).toMatchObject({ movements: [], unread: [{ reason: 'a and b tell tx-10 differently' }] });
  });

  it('accepts the answer of one node while the other is unreachable', async () => {
    const away = closedNode('b');
    away.fails = new Error('away');
    expect(txidsOf(await scanned(readerOver([closedNode('a', [paid(10n)]), away], at().now)))).toEqual(['tx-10']);
  });

  it('reports a gap once every node lacks the history for a minute', async () => {
    const time = at();
    const nodes = [closedNode('a'), closedNode('b')];
    for (const node of nodes) node.lowest = 50n;
    const reader = readerOver(nodes, time.now);
    await expect(reader.scan(RANGE)).rejects.toThrow('does not have block 1 any more');
    time.pass(60_000);
    expect((await reader.scan(RANGE)) as Gap).toMatchObject({ outcome: 'GAP', height: 1n, readableFrom: 50n });
  });
});

describe('a second check of closed history', () => {
  it('asks the other node and reports movements that the first scan missed', async () => {
    const late = closedNode('a', [paid(10n)]);
    const whole = closedNode('b', [paid(10n), paid(20n, { memos: [] })]);
    const reader = readerOver([late, whole], at().now);
    await scanned(reader);
    whole.calls.length = 0;
    const again = await reader.rescan(1n, 100n);
    expect(whole.calls).toContain('page');
    expect(again).toMatchObject({ upTo: { height: 100n }, gone: null });
    expect(again.movements.map((one) => one.movement.txid)).toEqual(['tx-20']);
  });

  it('answers UNREAD for a transaction that no node knows', async () => {
    const unread = { txid: 'tx-1', height: 1n, blockHash: 'hash-1', memos: null, reason: '' };
    const [reading] = await readerOver([closedNode('a')], at().now).read([unread]);
    expect(reading).toMatchObject({
      outcome: 'UNREAD',
      reason: expect.stringContaining('does not have tx-1') as string,
    });
  });

  it('reads a transaction that the node knows now', async () => {
    const unread = { txid: 'tx-1', height: 1n, blockHash: 'hash-1', memos: null, reason: '' };
    const [reading] = await readerOver([closedNode('a', [paid(1n)])], at().now).read([unread]);
    expect(reading).toEqual({ outcome: 'READ', movements: [{ movement: movement(1n), isFinal: true }] });
  });

  it('treats a missing movement as gone only after a second answer', async () => {
    const time = at();
    const reader = readerOver([closedNode('a', [paid(1n)])], time.now);
    const seen = [movement(1n, { position: '7' }), movement(1n)];
    const verdicts = async () => (await reader.judge(seen)).judgements.map(({ verdict }) => verdict);
    expect(await verdicts()).toEqual(['PENDING', 'FINAL']);
    time.pass(60_000);
    expect(await verdicts()).toEqual(['GONE', 'FINAL']);
  });
});

describe('transactions found in closed history', () => {
  const transfers = [{ from: 'payer', to: 'elsewhere', assetId: 1, baseUnits: 7n, reference: '42' }];
  const found = async (...nodes: readonly ReturnType<typeof closedNode>[]) =>
    (await readerOver(nodes, at().now).find(['tx-10']))[0];

  it('finds a final transaction with its movements and transfers', async () => {
    expect(await found(closedNode('a', [{ ...paid(10n), transfers }]))).toEqual({
      ...{ outcome: 'FINAL', movements: [{ movement: movement(10n), isFinal: true }], transfers },
    });
  });

  it('leaves out dust, as a scan does', async () => {
    const dust = closedNode('a', [paid(10n, { memos: [], amountBaseUnits: '99' })]);
    expect(await found(dust)).toMatchObject({ outcome: 'FINAL', movements: [] });
  });

  it('is pending until a second node has the transaction', async () => {
    expect(await found(closedNode('a', [paid(10n)]), closedNode('b'))).toEqual({ outcome: 'PENDING' });
  });

  it('does not read a transaction that two nodes report differently', async () => {
    const other = closedNode('b', [{ ...paid(10n), transfers }]);
    expect(await found(closedNode('a', [paid(10n)]), other)).toEqual({
      ...{ outcome: 'UNREAD', reason: 'a and b tell tx-10 differently' },
    });
  });

  it('accepts the answer of one node while the other is unreachable', async () => {
    const away = closedNode('b');
    away.fails = new Error('away');
    expect(await found(closedNode('a', [paid(10n)]), away)).toMatchObject({ outcome: 'FINAL' });
  });

  it('names the reason when no node answers', async () => {
    const away = closedNode('a');
    away.fails = new Error('away');
    expect(await found(away)).toEqual({ outcome: 'UNREAD', reason: 'away' });
  });

  it('asks three nodes once each for an unknown transaction', async () => {
    const nodes = ['a', 'b', 'c', 'd'].map((label) => closedNode(label));
    expect(await found(...nodes)).toEqual({ outcome: 'UNKNOWN' });
    expect(nodes.map(({ calls }) => calls.filter((call) => call === 'transaction').length)).toEqual([1, 1, 1, 0]);
  });
});
