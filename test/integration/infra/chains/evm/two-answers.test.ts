import { coin, type MadeChain, type MadeTransaction, PAYER, token } from './made-chain';
import type { RpcCall } from './rpc-proxy';
import { judgeOne, MEMO, scanOf, seenIn } from './scenario';
import { scriptedLab } from './scripted-lab';
import type { ScriptedNode } from './scripted-node';

const ELSEWHERE = `0x${'e1'.repeat(20)}`;
const OTHER_HASH = `0x${'99'.repeat(32)}`;
const AMOUNT = 5n;
const A_MINUTE_MS = 60_000;

interface Paid {
  readonly chain: MadeChain;
  readonly paid: MadeTransaction;
  readonly height: number;
}

type Spoil = (own: ScriptedNode, payment: Paid) => void;

/** The node answers this to what it is asked about the payment. */
const answering =
  (method: string, answer: (payment: Paid) => object | null): Spoil =>
  (own, payment) => {
    own.lie = (call: RpcCall) =>
      call.method === method && call.params[0] === payment.paid.hash ? { result: answer(payment) } : undefined;
  };

const receipt = ({ chain, paid, height }: Paid, changes: object) => ({
  transactionHash: paid.hash,
  status: '0x1',
  blockHash: chain.blocks[height]!.hash,
  blockNumber: `0x${height.toString(16)}`,
  logs: [],
  ...changes,
});

const transaction = ({ chain, paid, height }: Paid, changes: object) => ({
  ...{ hash: paid.hash, from: paid.from, to: paid.to, input: paid.input, chainId: paid.chainId },
  ...{ value: `0x${paid.value.toString(16)}`, blockHash: chain.blocks[height]!.hash },
  ...changes,
});

const forked: Spoil = (own, { chain, height }) => {
  own.chain = chain.forkAt(height);
  own.chain.pass(13);
};
const failed = answering('eth_getTransactionReceipt', (it) => receipt(it, { status: '0x0' }));
const transactionWith = (changes: object) => answering('eth_getTransactionByHash', (it) => transaction(it, changes));

const COIN_LIES: readonly (readonly [string, Spoil, object])[] = [
  ['another block is there', forked, { verdict: 'GONE', reason: 'REORGANISED_AWAY' }],
  ['it failed', failed, { verdict: 'GONE', reason: 'TRANSACTION_FAILED' }],
  ['it went elsewhere', transactionWith({ to: ELSEWHERE }), { verdict: 'GONE', reason: 'NO_SUCH_MOVEMENT' }],
  ['it moved more', transactionWith({ value: '0xffff' }), { verdict: 'FINAL', movement: { amountBaseUnits: '65535' } }],
  ['it names nobody', transactionWith({ input: '0x' }), { verdict: 'FINAL', movement: { memos: [] } }],
  ['somebody else paid', transactionWith({ from: ELSEWHERE }), { verdict: 'FINAL', movement: { sender: ELSEWHERE } }],
];

const TOKEN_LIES: typeof COIN_LIES = [
  ['another block is there', forked, { verdict: 'GONE', reason: 'REORGANISED_AWAY' }],
  ['it failed', failed, { verdict: 'GONE', reason: 'TRANSACTION_FAILED' }],
  [
    'it logged nothing',
    answering('eth_getTransactionReceipt', (it) => receipt(it, {})),
    { verdict: 'GONE', reason: 'NO_SUCH_MOVEMENT' },
  ],
];

const PAYMENTS = [
  ['the coin', () => coin(AMOUNT, MEMO), COIN_LIES],
  ['a token', () => token(AMOUNT, MEMO), TOKEN_LIES],
] as const;

const { time, chainOf, node, reader } = scriptedLab();

const payment = (paid: MadeTransaction): Paid => {
  const chain = chainOf(20);
  const { number: height } = chain.mine([paid]);
  chain.pass(12);
  return { chain, paid, height };
};

/** Seen with the first of the nodes, before any of them lies. */
const seenBy = async (made: Paid, nodes: number) => {
  const own = await Promise.all(Array.from({ length: nodes }, () => node(made.chain)));
  const one = reader(own);
  const [seen] = await seenIn(one, BigInt(made.height));
  return { own, one, seen: seen! };
};

describe.each(PAYMENTS)('a payment in %s that a node contradicts later', (_, pay, lies) => {
  it.each(lies)('is PENDING by one node for a minute, and then follows that node: %s', async (_what, spoil, told) => {
    const made = payment(pay());
    const { own, one, seen } = await seenBy(made, 1);
    spoil(own[0]!, made);
    expect(await judgeOne(one, seen)).toEqual({ verdict: 'PENDING' });
    time().pass(A_MINUTE_MS - 1);
    expect(await judgeOne(one, seen)).toEqual({ verdict: 'PENDING' });
    time().pass(1);
    expect(await judgeOne(one, seen)).toMatchObject(told);
  });

  it.each(lies)('follows two nodes at once when they agree: %s', async (_what, spoil, told) => {
    const made = payment(pay());
    const { own, one, seen } = await seenBy(made, 2);
    spoil(own[0]!, made);
    spoil(own[1]!, made);
    expect(await judgeOne(one, seen)).toMatchObject(told);
  });

  it.each(lies)('is paid when the other node says that, even if the first one lies again: %s', async (_what, spoil) => {
    const made = payment(pay());
    const { own, one, seen } = await seenBy(made, 2);
    spoil(own[0]!, made);
    own[1]!.http = (_request, response) => Boolean(response.destroy());
    expect(await judgeOne(one, seen)).toEqual({ verdict: 'PENDING' });
    own[1]!.http = () => false;
    time().pass(A_MINUTE_MS);
    expect(await judgeOne(one, seen)).toEqual({ verdict: 'FINAL', movement: seen });
  });
});

it('a payment keeps the first node’s answer when the second node does not answer', async () => {
  const made = payment(coin(AMOUNT, MEMO));
  const { own, one, seen } = await seenBy(made, 2);
  forked(own[0]!, made);
  answering('eth_getTransactionReceipt', () => null)(own[1]!, made);
  expect(await judgeOne(one, seen)).toEqual({ verdict: 'PENDING' });
  time().pass(A_MINUTE_MS);
  expect(await judgeOne(one, seen)).toEqual({ verdict: 'GONE', reason: 'REORGANISED_AWAY' });
});

it('a payment that has not changed costs no second answer', async () => {
  const { own, one, seen } = await seenBy(payment(coin(AMOUNT, MEMO)), 2);
  const asked = own[0]!.calls.length;
  expect(await judgeOne(one, seen)).toEqual({ verdict: 'FINAL', movement: seen });
  expect(own[0]!.calls.slice(asked).map(({ method }) => method)).toEqual([
    ...['eth_chainId', 'eth_getBlockByNumber', 'eth_getBlockByNumber'],
    ...['eth_getBlockByNumber', 'eth_chainId'],
    ...['eth_getBlockByNumber', 'eth_getTransactionByHash', 'eth_getTransactionReceipt'],
  ]);
  expect(own[1]!.calls).toEqual([]);
});

describe('a payment in the coin of which a node contradicts itself', () => {
  const listless: Spoil = (own, { chain, height }) => {
    own.chain = chain.forkAt(height);
    own.chain.mine([], { hash: chain.blocks[height]!.hash });
    own.chain.pass(12);
  };

  it.each<readonly [string, Spoil]>([
    [
      'false: the receipt is of another block',
      answering('eth_getTransactionReceipt', (it) => receipt(it, { blockHash: OTHER_HASH })),
    ],
    ['late: the receipt is not there yet', answering('eth_getTransactionReceipt', () => null)],
    ['late: the transaction waits in the pool', transactionWith({ blockHash: null })],
    ['partial: the block does not list it', listless],
    ['foreign: it is of chain 1', transactionWith({ chainId: '0x1' })],
    ['contradictory: it is another transaction', transactionWith({ hash: OTHER_HASH })],
    ['malformed: it has no value', transactionWith({ value: null })],
  ])('waits until a node does not contradict itself (%s)', async (_, spoil) => {
    const made = payment(coin(AMOUNT, MEMO));
    const { own, one, seen } = await seenBy(made, 2);
    for (const each of own) spoil(each, made);
    for (const passed of [0, A_MINUTE_MS]) {
      time().pass(passed);
      expect(await judgeOne(one, seen)).toMatchObject({ verdict: 'UNREADABLE' });
    }
    own[1]!.lie = () => undefined;
    own[1]!.chain = made.chain;
    expect(await judgeOne(one, seen)).toEqual({ verdict: 'FINAL', movement: seen });
  });
});

describe.each([
  ['the coin', () => coin(AMOUNT, MEMO)],
  ['a token', () => token(AMOUNT, MEMO)],
])('a payment in %s that a node says has failed when it is first seen', (_, pay) => {
  it('is unread with its memo, and then read from a correct node', async () => {
    const made = payment(pay());
    const own = await node(made.chain);
    failed(own, made);
    const one = reader([own]);
    const { movements, unread } = await scanOf(one, BigInt(made.height));
    expect([movements, unread]).toMatchObject([[], [{ txid: made.paid.hash, memos: [MEMO] }]]);
    own.lie = () => undefined;
    expect(await one.read(unread)).toMatchObject([
      { outcome: 'READ', movements: [{ movement: { txid: made.paid.hash, sender: PAYER, memos: [MEMO] } }] },
    ]);
  });

  it('is no payment once the same node has repeated its answer a minute later', async () => {
    const made = payment(pay());
    const own = await node(made.chain);
    failed(own, made);
    const one = reader([own]);
    const { unread } = await scanOf(one, BigInt(made.height));
    expect(await one.read(unread)).toMatchObject([{ outcome: 'UNREAD' }]);
    time().pass(A_MINUTE_MS);
    expect(await one.read(unread)).toEqual([{ outcome: 'READ', movements: [] }]);
  });
});
