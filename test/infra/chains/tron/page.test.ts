import type { ClosedNode, Page } from '../../../../infra/chains/closed/node';
import type { ClosedWatch } from '../../../../infra/chains/closed/watch';
import { isHistoryGone } from '../../../../infra/chains/nodes/history-gone';
import { connectTronNode } from '../../../../infra/chains/tron/nodes/node';
import { systemClock } from '../../../../infra/clock';
import fc from '../../../properties';
import { type ServedJavaTron, serveJavaTron } from '../served/java-tron';
import type { Fields, Signed } from '../served/tron-ledger';
import { createScenario, former, MEMO, payer, poor, router, usdt, wallet } from './scenario';

const world = createScenario();
const { ledger, signed, coin, call, closed } = world;
let served: ServedJavaTron;
let node: ClosedNode;
let from: bigint;

const connect = (watch: ClosedWatch): ClosedNode =>
  connectTronNode(
    {
      ...{ url: served.server.url, headers: {}, timeoutMs: 30_000, callsPerSecond: 100_000 },
      ...{ clock: systemClock, wait: () => Promise.resolve() },
    },
    watch,
  );

beforeAll(async () => {
  served = await serveJavaTron(ledger);
});
beforeEach(() => {
  served.fault = null;
  served.lie = (_call, answer) => answer;
  served.server.requests.length = 0;
  from = BigInt(ledger.blocks.length);
  node = connect(closed);
});
afterEach(() => node.close());
afterAll(() => served.server.close());

const inBlock = (payment: Signed): string => {
  ledger.broadcast(payment);
  ledger.makeBlocks();
  return payment.txID;
};
const pay = async (): Promise<string> => inBlock(await signed(await coin(5_000), MEMO));
const headHeight = (): bigint => BigInt(ledger.blocks.length - 1);
const page = (to = headHeight(), own = node): Promise<Page> => own.page({ from, to, resume: null });
const txids = ({ told }: Page): readonly string[] => told.map(({ txid }) => txid);

const lieAt = (name: string, height: bigint, lie: unknown): void => {
  served.lie = (called, answer, { num }) => (called === name && BigInt(Number(num)) === height ? lie : answer);
};

describe('A page of Tron', () => {
  it('reports the payments of at most 50 blocks, by two requests each', async () => {
    const first = await pay();
    ledger.makeBlocks(48);
    const [second, third] = [await pay(), await pay()];
    const found = await page();
    expect([txids(found), found.upTo.height]).toEqual([[first, second], from + 49n]);
    expect(found.upTo.hash).toBe(ledger.idAt(Number(from + 49n)));
    expect(served.calls()).toHaveLength(100);
    from += 50n;
    expect(txids(await page())).toEqual([third]);
  });

  it('reports no transaction between other accounts', async () => {
    inBlock(await signed(await coin(5_000, poor.base58), MEMO));
    expect((await page()).told).toEqual([]);
  });

  it.each([
    ['no infos', []],
    ['an empty object of infos', {}],
  ])('rejects while the node has %s for a block with a transaction', async (_, lie) => {
    await pay();
    lieAt('gettransactioninfobyblocknum', from, lie);
    await expect(page()).rejects.toThrow('has no info for');
  });

  it('ends before the first block whose infos lag', async () => {
    const txid = await pay();
    ledger.makeBlocks(3);
    await pay();
    lieAt('gettransactioninfobyblocknum', from + 4n, []);
    const found = await page();
    expect([txids(found), found.upTo.height]).toEqual([[txid], from + 3n]);
  });

  it('rejects a block other than the requested one', async () => {
    await pay();
    lieAt('getblockbynum', from, ledger.blocks[1]!.header);
    await expect(page()).rejects.toThrow('malformed: block 1 instead');
    lieAt('gettransactioninfobyblocknum', from, [{ ...ledger.blocks.at(-1)!.infos[0], blockNumber: 1 }]);
    await expect(page()).rejects.toThrow('malformed: blockNumber');
  });

  it('rejects a block above the head as missing, and a pruned block as gone', async () => {
    await expect(page(from)).rejects.toThrow('is behind');
    ledger.makeBlocks(2);
    served.fault = 'prune';
    const error = await page().catch((reason: unknown) => reason);
    expect(isHistoryGone(error)).toBe(true);
  });

  it('reads only infos without TRX in the catalog, and the block when they are empty or pay us', async () => {
    const own = connect({ ...closed, native: null });
    await pay();
    ledger.makeBlocks();
    const txid = inBlock(await signed(await call(usdt.base58, 'transfer(address,uint256)', [wallet.base58, 25]), MEMO));
    await pay();
    expect(txids(await page(undefined, own))).toEqual([txid]);
    const blocks = served.server.requests.filter(({ path }) => path.endsWith('/getblockbynum'));
    expect(blocks.map(({ body }) => (JSON.parse(body) as { num: number }).num)).toEqual(
      [1n, 2n, 3n].map((above) => Number(from + above)),
    );
    lieAt('gettransactioninfobyblocknum', from, []);
    await expect(page(undefined, own)).rejects.toThrow('has no info for');
    await own.close();
  });
});

describe('A node of Tron', () => {
  it('asks only for the solidified state, in an idle scan two calls plus two per block', async () => {
    await node.identity();
    await node.receivers([wallet.base58]);
    served.server.requests.length = 0;
    ledger.makeBlocks();
    await node.identity();
    await node.receivers([wallet.base58]);
    await node.head();
    await node.hashAt(from - 1n);
    await page();
    expect(served.calls()).toHaveLength(4);
    expect(served.server.requests.filter(({ path }) => !path.startsWith('/walletsolidity/'))).toEqual([]);
  });

  it('requests block 0 again only after a failure', async () => {
    expect([await node.identity(), await node.identity()]).toEqual([closed.identity, closed.identity]);
    served.lie = () => ({ Error: 'this API is closed' });
    await expect(node.head()).rejects.toThrow('this API is closed');
    served.lie = (_call, answer) => answer;
    await node.identity();
    expect(served.calls().filter((name) => name === 'getblockbynum')).toHaveLength(2);
  });

  it('rejects without block 0, and reports no gap', async () => {
    lieAt('getblockbynum', 0n, {});
    const error = await node.identity().catch((reason: unknown) => reason);
    expect([isHistoryGone(error), String(error)]).toEqual([false, expect.stringContaining('does not have block 0')]);
  });

  it('names the receivers that cannot be paid', async () => {
    expect(await node.receivers([wallet.base58, router.base58, usdt.base58])).toEqual([
      { address: wallet.base58, refusal: null },
      { address: router.base58, refusal: 'it is not activated' },
      { address: usdt.base58, refusal: 'it is a contract' },
    ]);
  });

  it('finds a transaction in its block, or reports it as unknown', async () => {
    const txid = await pay();
    const [told] = (await page()).told;
    expect(await node.transaction(txid)).toMatchObject(told!);
    expect(await node.transaction('0'.repeat(64))).toBeNull();
    lieAt('getblockbynum', from, ledger.blocks[Number(from)]!.header);
    await expect(node.transaction(txid)).rejects.toThrow('in its block');
  });
});

describe('Any answer of a node', () => {
  const json = fc.oneof(fc.jsonValue(), fc.string(), fc.double(), fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String));
  const names = [
    'getnowblock',
    'getblockbynum',
    'gettransactioninfobyblocknum',
    'gettransactioninfobyid',
    'getaccount',
  ];

  it('makes a page or a rejected call', async () => {
    const txid = await pay();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), json, async (name, lie) => {
        served.lie = (called, answer) => (called === name ? lie : answer);
        const asks = [() => page(), () => node.transaction(txid), node.head, node.identity];
        for (const ask of [...asks, () => node.hashAt(from), () => connect(closed).receivers([former.base58])]) {
          const error = await ask().then(
            () => null,
            (reason: unknown) => reason,
          );
          expect(error === null || error instanceof Error).toBe(true);
          expect(error).not.toBeInstanceOf(TypeError);
          expect(error).not.toBeInstanceOf(RangeError);
        }
      }),
    );
  });

  /** Parts of a real answer, replaced. */
  const parts = fc.record(
    { receipt: json, log: fc.oneof(json, fc.array(json)), internal_transactions: fc.array(json), result: json },
    { requiredKeys: [] },
  );
  const signedParts = fc.record({ raw_data: json, raw_data_hex: json, ret: json }, { requiredKeys: [] });

  it('about a payment makes a row with whole amounts', async () => {
    await pay();
    const { transactions, infos } = ledger.blocks.at(-1)!;
    await fc.assert(
      fc.asyncProperty(parts, signedParts, async (info, transaction) => {
        const lies: Readonly<Record<string, (answer: Fields) => unknown>> = {
          getblockbynum: (answer) => ({ ...answer, transactions: [{ ...transactions[0], ...transaction }] }),
          gettransactioninfobyblocknum: () => [{ ...infos[0], ...info }],
        };
        served.lie = (called, answer) => lies[called]?.(answer as Fields) ?? answer;
        const { told } = await page();
        for (const { crop } of told) {
          for (const one of 'movements' in crop ? crop.movements : []) {
            expect(one).toMatchObject({ amountBaseUnits: '5000', sender: payer.base58 });
          }
        }
      }),
    );
  });
});
