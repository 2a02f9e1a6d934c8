import { setTimeout as pause } from 'node:timers/promises';
import { mustSucceed } from '../../../../../packages/testing/src/contracts/providers';
import type { ProxyAnswer, RpcCall } from '../../chains/evm/rpc-proxy';
import { signingLab } from '../../chains/evm/signing/signing-lab';
import { AMOUNT, callOf, prepared, type Redeemer, redeemer, sent } from './redeeming';

type Lie = (call: RpcCall) => ProxyAnswer;

/** Delay of each answer, just within the timeout. */
const SLOW_MS = 4_000;

describe('a redemption with nodes that lie', () => {
  const lab = signingLab();

  /** The redemption's answer through these lying nodes. */
  const askVia = async (one: Redeemer, before: Awaited<ReturnType<typeof sent>>, ...lies: readonly Lie[]) => {
    const nodes = await Promise.all(lies.map((lie) => lab.proxy(lie)));
    return one.again({ rpcUrls: nodes.map(({ url }) => url) }).get(callOf(), one.order, [before]);
  };
  /** On a busy machine a single answer of an honest node may be too late. */
  const settledVia = async (...asked: Parameters<typeof askVia>): Promise<void> => {
    for (;;) {
      const said = await askVia(...asked);
      if (said.ok) {
        expect(said.value.state).toBe('SETTLED');
        return;
      }
      expect(said.kind).toBe('UNAVAILABLE');
    }
  };
  const honest: Lie = () => undefined;
  const final = async (one: Redeemer) => {
    const before = await sent(one);
    await lab.chain().mine(2);
    return before;
  };
  /** The node's own receipt, changed. */
  const receiptWith =
    (change: (receipt: Record<string, unknown>) => unknown, receipt: Record<string, unknown>): Lie =>
    ({ method }) =>
      method === 'eth_getTransactionReceipt' ? { result: change(receipt) } : undefined;
  const receiptOf = async (txid: string | null) =>
    (await lab.chain().rpc('eth_getTransactionReceipt', [txid])) as Record<string, unknown>;

  it('asks no node of another chain, and sends it nothing', async () => {
    const one = await redeemer(lab);
    const preparation = await prepared(one);
    const foreign = await lab.proxy(({ method }) => (method === 'eth_chainId' ? { result: '0x1' } : undefined));
    const there = one.again({ rpcUrls: [foreign.url] });
    expect(await there.redeem(callOf(), one.order, preparation)).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
    expect(foreign.calls.some(({ method }) => method === 'eth_sendRawTransaction')).toBe(false);
    expect(await there.get(callOf(), one.order, [preparation])).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
    expect(await there.readBalance(callOf(), one.order.wallet)).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
  });

  it('ignores a receipt of another transaction', async () => {
    const one = await redeemer(lab);
    const other = await final(one);
    const mine = await final(await redeemer(lab));
    const receipt = await receiptOf(other.txid);
    const said = await askVia(
      one,
      mine,
      receiptWith((its) => its, receipt),
    );
    expect(said).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
  });

  it('is not settled by a receipt without the log of the transfer', async () => {
    const one = await redeemer(lab);
    const before = await final(one);
    const silent = receiptWith((receipt) => ({ ...receipt, logs: [] }), await receiptOf(before.txid));
    expect(await askVia(one, before, silent)).toMatchObject({ ok: false, kind: 'UNKNOWN', code: 'PROTOCOL' });
  });

  it('settles nothing while two nodes disagree about what is final', async () => {
    const one = await redeemer(lab);
    const before = await final(one);
    const receipt = await receiptOf(before.txid);
    const failing = receiptWith((its) => ({ ...its, status: '0x0', logs: [] }), receipt);
    expect(await askVia(one, before, honest, failing)).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
    expect(await askVia(one, before, failing, honest)).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
    const silent = receiptWith((its) => ({ ...its, logs: [] }), receipt);
    expect(await askVia(one, before, honest, silent)).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
    await settledVia(one, before, honest, honest);
  });

  it('waits a minute for slower nodes when one has the debit in a final block', async () => {
    const one = await redeemer(lab);
    await lab.chain().mine(3);
    const earlier = await lab.chain().rpc('eth_getBlockByNumber', ['finalized', false]);
    const before = await final(one);
    const behind: Lie = ({ method, params }) =>
      method === 'eth_getBlockByNumber' && params[0] === 'finalized' ? { result: earlier } : undefined;
    const nodes = await Promise.all([behind, honest].map((lie) => lab.proxy(lie)));
    const { get } = one.again({ rpcUrls: nodes.map(({ url }) => url) });
    const stateOf = async () => mustSucceed(await get(callOf(), one.order, [before])).state;
    expect(await stateOf()).not.toBe('SETTLED');
    lab.advance(60_000);
    expect(await stateOf()).toBe('SETTLED');
  });

  it('uses the answer of a fast node when another node is slow in each answer', async () => {
    const one = await redeemer(lab);
    const before = await final(one);
    const slow = async (): Promise<undefined> => pause(SLOW_MS);
    const nodes = await Promise.all([slow, honest].map((lie) => lab.proxy(lie)));
    const { get } = one.again({ rpcUrls: nodes.map(({ url }) => url) });
    // More than one answer of the slow one, and less than all that it is asked.
    const call = { ...callOf(), deadlineMs: Date.now() + 6 * SLOW_MS };
    expect(mustSucceed(await get(call, one.order, [before])).state).toBe('SETTLED');
  });

  it('uses the nodes that answer when another is away, silent or sends too much', async () => {
    const one = await redeemer(lab, {});
    const before = await final(one);
    const enormous: Lie = ({ method }) => (method.startsWith('eth_getTransaction') ? { result: BIG } : undefined);
    const refusing: Lie = () => ({ error: { code: -32000, message: 'no' } });
    const silent: Lie = () => 'SILENCE';
    for (const lie of [enormous, refusing, silent]) {
      await settledVia(one, before, lie, honest);
      expect(await askVia(one, before, lie)).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
    }
  });

  it('is unknown only when every node answered that it knows nothing', async () => {
    const one = await redeemer(lab);
    const before = await prepared(one);
    const refusing: Lie = () => ({ error: { code: -32000, message: 'no' } });
    expect(await askVia(one, before, honest, refusing)).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
    expect(await askVia(one, before, honest, honest)).toMatchObject({ ok: false, kind: 'NOT_FOUND' });
  });

  it('does not end when a node lacks the transaction, since the node may be behind', async () => {
    const one = await redeemer(lab);
    const before = await final(one);
    const forgetful: Lie = ({ method }) =>
      method === 'eth_getTransactionByHash' || method === 'eth_getTransactionReceipt' ? { result: null } : undefined;
    const said = await askVia(one, before, forgetful);
    expect(said).toMatchObject({ ok: true, value: { state: 'PENDING' } });
    // And another node knows better.
    expect(await askVia(one, before, forgetful, honest)).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
  });

  it('reports the arrived amount when the token logs more', async () => {
    const one = await redeemer(lab);
    await lab.behave('FEE_LOGGED_GROSS');
    const before = await final(one);
    const ask = () => one.redemption.get(callOf(), one.order, [before]);
    // A shortfall reported by a single node counts a minute later.
    expect(await ask()).toMatchObject({ ok: true, value: { state: 'PENDING' } });
    lab.advance(60_000);
    const { state, debit } = mustSucceed(await ask());
    expect([state, debit?.amountBaseUnits]).toEqual(['SETTLED', ((AMOUNT * 9n) / 10n).toString()]);
  });

  it.each([
    'NOTHING_AND_FALSE',
    'NO_LOG',
  ] as const)('is not settled without the expected log: %s', async (behaviour) => {
    const one = await redeemer(lab);
    await lab.behave(behaviour);
    const before = await final(one);
    expect(await one.redemption.get(callOf(), one.order, [before])).toMatchObject({ ok: false, kind: 'UNKNOWN' });
  });

  it('ignores a token that logs a transfer without moving anything', async () => {
    const one = await redeemer(lab);
    await lab.behave('LOG_ALONE');
    const before = await final(one);
    lab.advance(0);
    await one.redemption.get(callOf(), one.order, [before]);
    lab.advance(60_000);
    const { debit } = mustSucceed(await one.redemption.get(callOf(), one.order, [before]));
    expect(debit?.amountBaseUnits).toBe('0');
  });

  it('is PENDING again when its block is reorganised away, and settles when mined again', async () => {
    const one = await redeemer(lab);
    const before = await sent(one);
    await lab.chain().reorg(1);
    const ask = () => one.redemption.get(callOf(), one.order, [before]);
    expect(await ask()).not.toMatchObject({ ok: true, value: { state: 'SETTLED' } });
    await lab.chain().sendRaw(before.order!);
    await lab.chain().mine(3);
    expect(await ask()).toMatchObject({ ok: true, value: { state: 'SETTLED' } });
  });

  it('never signs for a fee that a node invented', async () => {
    const one = await redeemer(lab);
    const dear = await lab.proxy(({ method }) =>
      method === 'eth_maxPriorityFeePerGas' ? { result: '0xffffffffffffff' } : undefined,
    );
    const signed = mustSucceed(await one.again({ rpcUrls: [dear.url] }).prepare(callOf(), one.order));
    const [version] = await lab.book().versions(one.signing.account, `redemption:${one.order.redemptionKey}`);
    expect(version).toMatchObject({ txid: signed.txid, tipPerGas: 50_000_000_000n });
    expect(version!.highestFeePerGas).toBeLessThan(60_000_000_000n);
  });

  it('requests no gas that a node invented', async () => {
    const one = await redeemer(lab);
    const greedy = await lab.proxy(({ method }) =>
      method === 'eth_estimateGas' ? { result: '0xfffffff' } : undefined,
    );
    const said = await one.again({ rpcUrls: [greedy.url] }).prepare(callOf(), one.order);
    expect(said).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
  });
});

const BIG = `0x${'f'.repeat(20 * 1024 * 1024)}`;
