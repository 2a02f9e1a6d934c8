import { SystemProgram } from '@solana/web3.js';
import type { ClosedNode, Page } from '../../../../infra/chains/closed/node';
import { encodeBase58 } from '../../../../infra/chains/encodings/base58';
import { isHistoryGone } from '../../../../infra/chains/nodes/history-gone';
import { isNodeError } from '../../../../infra/chains/nodes/rpc/node-error';
import { connectSolanaNode } from '../../../../infra/chains/solana/nodes/node';
import { systemClock } from '../../../../infra/clock';
import { type Answer, type Call, type ChainRpc, refusal, serveChain } from '../../../fixtures/solana/chain';
import { createScenario, FEE, MEMO } from '../../../fixtures/solana/scenario';
import { memo } from '../../../fixtures/solana/tokens';
import { legacy } from '../../../fixtures/solana/wire';
import fc, { runsAtCost } from '../../../properties';

const LIST = 'getSignaturesForAddress';
const world = createScenario();
const { ledger, payer, wallet, closed, receivers } = world;
let rpc: ChainRpc;
let node: ClosedNode;
let start: number;

beforeAll(async () => {
  rpc = await serveChain(ledger);
});
beforeEach(() => {
  rpc.lie = () => undefined;
  rpc.calls.length = 0;
  ledger.forgetBefore(ledger.finalSlot());
  start = ledger.finalSlot() + 1;
  const wait = () => Promise.resolve();
  node = connectSolanaNode(
    { url: rpc.url, headers: {}, timeoutMs: 30_000, callsPerSecond: 10_000, clock: systemClock, wait },
    closed,
  );
});
afterEach(() => node.close());
afterAll(() => rpc.close());

const wireOf = (lamports: number): Uint8Array => {
  const transfer = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: wallet.publicKey, lamports });
  return legacy(ledger, [payer], [transfer, memo(`${MEMO}${lamports}`)]);
};
const pay = (lamports: number) => ledger.execute(wireOf(lamports));

const page = (from = start, to = ledger.finalSlot(), resume: unknown = null): Promise<Page> =>
  node.page({ from: BigInt(from), to: BigInt(to), resume });

const told = ({ told: transactions }: Page): readonly string[] => transactions.map(({ txid }) => txid);

/** Copies of one transaction in blocks of seven. */
const dust = (count: number): readonly string[] => {
  const paid = pay(1);
  start = ledger.finalSlot() + 1;
  const signatures = Array.from({ length: count }, (_, index) => {
    if (index % 7 === 0) ledger.pass();
    return ledger.copy(paid, Buffer.alloc(64, `${start} ${index} `));
  });
  ledger.pass(3);
  return signatures;
};

const ofMethod = (method: string, answer: Answer | string) => {
  rpc.lie = (call: Call) => (call.method === method ? answer : undefined);
};

describe('A page of Solana', () => {
  it('reports a few hundred of the oldest transactions first, in whole slots, until all are reported', async () => {
    const signatures = dust(610);
    const found: string[] = [];
    const heights: bigint[] = [];
    let next = await page(start);
    for (; ; next = await page(Number(next.upTo.height) + 1, ledger.finalSlot(), next.resume)) {
      found.push(...told(next));
      heights.push(next.upTo.height);
      expect(next.upTo.hash).toBe(ledger.block(Number(next.upTo.height))?.blockhash);
      if (next.upTo.height === BigInt(ledger.finalSlot())) break;
    }
    expect(found).toEqual(signatures);
    expect(heights).toHaveLength(3);
    const lists = rpc.calls.filter(({ method, params }) => method === LIST && params[0] === receivers[0]);
    // The first page takes one list and the last two: its second list holds the rest of the first.
    expect(lists).toHaveLength(3);
  });

  it('pages down to the oldest transaction, and continues after a short answer', async () => {
    const signatures = dust(30);
    rpc.lie = ({ method, params }) => {
      if (method !== 'getSignaturesForAddress' || params[1].limit === 7) return undefined;
      params[1].limit = 7;
      return undefined;
    };
    expect(told(await page(start))).toEqual(signatures);
  });

  it('leaves out failed, earlier and later transactions', async () => {
    pay(1);
    const from = ledger.finalSlot() + 1;
    const own = pay(2);
    pay(10 ** 15);
    const to = ledger.finalSlot();
    pay(3);
    expect(told(await page(from, to))).toEqual([own.signature]);
  });

  it('ends at the last block when the requested slot has none', async () => {
    pay(1);
    const last = ledger.newestSlot();
    for (let slot = 0; slot < 3; slot += 1) ledger.nextSlot(false);
    ledger.pass(3);
    expect((await page(start, last + 3)).upTo).toMatchObject({ height: BigInt(last) });
    expect(await node.hashAt(BigInt(last + 3))).toBeNull();
  });

  it('does not trust the memory of an earlier page', async () => {
    const [first, second] = ledger.land(wireOf(1), wireOf(2)).map(({ signature }) => signature);
    start = ledger.finalSlot();
    const known = { signature: second, slot: start.toString() };
    expect(told(await page(start, start, { [receivers[0]!]: known }))).toEqual([first, second]);
    const foreign = { signature: 'x', slot: '0' };
    expect(told(await page(start, start, { [receivers[0]!]: foreign }))).toHaveLength(2);
  });

  it('rejects transactions before the first block of the node as history gone', async () => {
    pay(1);
    await node.head();
    await node.hashAt(BigInt(ledger.finalSlot()));
    ofMethod('getFirstAvailableBlock', { result: start + 1 });
    const error = await page().catch((reason: unknown) => reason);
    expect(isHistoryGone(error)).toBe(true);
    expect(error).toMatchObject({ height: BigInt(start), readableFrom: BigInt(start + 1) });
  });

  it.each([
    ['null', { result: null }, 'does not have it'],
    ['a later version', refusal(-32015, 'Transaction version (2) is not supported'), 'version (2)'],
    ['garbage', { result: { slot: 'x' } }, 'malformed'],
  ])('has an unread row where a transaction is %s', async (_, answer, reason) => {
    const { signature } = pay(1);
    ofMethod('getTransaction', answer);
    expect((await page()).told).toMatchObject([
      { txid: signature, crop: { reason: expect.stringContaining(reason), memos: [`${MEMO}1`] } },
    ]);
  });

  it('has the memos of the list when a transaction is unread', async () => {
    const { signature, executed } = pay(1);
    const memos = `[${Buffer.byteLength(MEMO)}] ${MEMO}; [2] é; [2] xx`;
    const row = { signature, slot: executed.slot, err: null, blockTime: 1 };
    rpc.lie = ({ method, params }) => {
      if (method === 'getTransaction') return { result: null };
      if (method !== 'getSignaturesForAddress') return undefined;
      return { result: params[1].before === undefined ? [{ ...row, memo: memos }] : [] };
    };
    expect((await page()).told).toMatchObject([{ crop: { memos: [MEMO] } }]);
  });

  it('rejects when the node lags, lists in a circle, or limits requests', async () => {
    const { signature, executed } = pay(1);
    await expect(page(start, ledger.finalSlot() + 1)).rejects.toThrow('Minimum context slot');
    ofMethod('getSignaturesForAddress', { result: [{ signature, slot: executed.slot, err: null, memo: null }] });
    await expect(page()).rejects.toThrow('lists transactions again');
    ofMethod('getTransaction', refusal(-32005, 'Node is behind by 42 slots'));
    await expect(page()).rejects.toThrow('behind by 42');
  });
});

describe('A node of Solana', () => {
  it('finds a transaction, or reports it as unknown', async () => {
    const { signature } = pay(5);
    expect(await node.transaction(signature)).toMatchObject({ txid: signature, crop: { movements: [{}] } });
    expect(await node.transaction(encodeBase58(Buffer.alloc(64, 7)))).toBeNull();
  });

  it('requests its genesis hash again only after a failure', async () => {
    await node.identity();
    await node.identity();
    ofMethod('getBlockTime', refusal(-32603, 'internal'));
    await expect(node.head()).rejects.toThrow('internal');
    await node.identity();
    expect(rpc.calls.filter(({ method }) => method === 'getGenesisHash')).toHaveLength(2);
  });

  it('names the receivers and assets that cannot be paid', async () => {
    const mint = [...closed.assets.keys()][0]!;
    const states = await node.receivers([receivers[0]!, mint, '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin']);
    const unfit = [{ assetId: FEE, reason: 'its mint has a transfer fee' }];
    expect(states).toMatchObject([
      { refusal: null, unfit },
      { refusal: expect.stringContaining('belongs to the program Token'), unfit },
      { refusal: null, unfit },
    ]);
  });
});

describe('Any answer of a node', () => {
  const json = fc.oneof(fc.jsonValue(), fc.string(), fc.constant('<html>'), fc.double());
  const methods = ['getTransaction', 'getSignaturesForAddress', 'getBlock', 'getMultipleAccounts', 'getGenesisHash'];
  const answer = fc.oneof(
    fc.record({ result: json }),
    fc.record({ error: fc.oneof(json, fc.record({ code: json, message: json })) }),
    fc.string(),
  );
  /** Parts of a real answer, replaced. */
  const broken = fc.record({
    meta: fc.record(
      { preBalances: json, postTokenBalances: json, loadedAddresses: json, fee: json },
      { requiredKeys: [] },
    ),
    other: fc.record(
      { blockTime: json, transaction: fc.oneof(json, fc.tuple(fc.base64String())) },
      { requiredKeys: [] },
    ),
  });
  const amounts = ({ told: transactions }: Page) =>
    transactions.flatMap(({ crop }) => ('movements' in crop ? crop.movements : [])).map((one) => one.amountBaseUnits);

  it('makes a page or a rejected call', async () => {
    const { signature } = pay(5);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...methods), answer, async (method, said) => {
        ofMethod(method, said);
        const answers = [() => page(), () => node.transaction(signature), node.head, node.identity];
        for (const ask of [...answers, () => node.hashAt(1n), () => node.receivers(receivers)]) {
          const error = await ask().then(
            () => null,
            (reason: unknown) => reason,
          );
          expect(error === null || isNodeError(error) || error instanceof Error).toBe(true);
          expect(error).not.toBeInstanceOf(TypeError);
          expect(error).not.toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: runsAtCost(2) },
    );
  });

  it('about a transaction makes a row with whole amounts', async () => {
    const { executed } = pay(5);
    await fc.assert(
      fc.asyncProperty(broken, async ({ meta, other }) => {
        ofMethod('getTransaction', { result: { ...executed, ...other, meta: { ...executed.meta, ...meta } } });
        const found = await page();
        expect(found.told).toHaveLength(1);
        for (const amount of amounts(found)) expect(amount).toMatch(/^[1-9]\d*$/);
      }),
      { numRuns: runsAtCost(2) },
    );
  });
});
