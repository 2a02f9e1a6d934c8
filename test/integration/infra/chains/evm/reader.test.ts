import { AbiCoder, id } from 'ethers';
import { depositIdOf, type SeenMovement } from '../../../../../aggregates/chain';
import type { ChainReader } from '../../../../../commands/ports/chains/chain-reader';
import { TRANSFER_SELECTOR } from '../../../../../infra/chains/evm/protocol/memo';
import { createEvmReader } from '../../../../../infra/chains/evm/reader';
import { type Anvil, anvil, RECEIVER } from '../../../../stores/anvil';
import contracts from '../../../fixtures/evm/contracts.json';
import { COIN_ASSET, headsOf, MEMO, networkOf, optionsFor, readerOf, scanOf, seenIn, TOKEN_ASSET } from './scenario';

const toHex = (text: string): string => Buffer.from(text, 'utf8').toString('hex');

const call = (signature: string, ...values: readonly unknown[]): string => {
  const types = signature.slice(signature.indexOf('(') + 1, -1).split(',');
  return `${id(signature).slice(0, 10)}${AbiCoder.defaultAbiCoder().encode(types, values).slice(2)}`;
};

describe('The EVM reader on a real chain', () => {
  let chain: Anvil;
  let reader: ChainReader;
  let token: string;
  let feeToken: string;
  let falseToken: string;
  let lookAlike: string;
  let router: string;
  let payer: string;

  const send = (to: string, data: string, force = false) => chain.wallet(0).send({ to, data }, force);
  const pay = (memo: string) => chain.sendNative({ to: RECEIVER, value: 5n, memo });
  const onlyOne = async (blockNumber: bigint): Promise<SeenMovement> => {
    const movements = await seenIn(reader, blockNumber);
    expect(movements).toHaveLength(1);
    return movements[0]!;
  };

  beforeAll(async () => {
    chain = await anvil();
    token = await chain.deployToken();
    feeToken = await chain.deployToken(contracts.FeeToken);
    falseToken = await chain.deployToken(contracts.ReturnsFalse);
    lookAlike = await chain.deployToken(contracts.LookAlike);
    router = await chain.deployToken(contracts.Router);
    payer = chain.wallet(0).address;
    reader = readerOf(chain, [token, feeToken, falseToken]);
  });
  afterAll(async () => {
    await reader.close();
    await chain.stop();
  });

  it('sees a payment in the native coin with its memo', async () => {
    const { txid, blockNumber } = await chain.sendNative({ to: RECEIVER, value: 10n ** 18n, memo: MEMO });
    const block = (await chain.rpc('eth_getBlockByNumber', [`0x${blockNumber.toString(16)}`, false])) as {
      hash: string;
      timestamp: string;
    };
    expect(await onlyOne(blockNumber)).toEqual({
      network: 'local',
      txid,
      position: 'native',
      assetId: COIN_ASSET,
      contract: null,
      amountBaseUnits: '1000000000000000000',
      sender: payer,
      receiver: RECEIVER,
      memos: [MEMO],
      movements: 1,
      unsupported: null,
      blockNumber: blockNumber.toString(),
      blockHash: block.hash,
      blockTime: new Date(Number(block.timestamp) * 1000).toISOString(),
      mode: 'sandbox',
    });
  });

  it('sees a token payment with the memo behind the transfer', async () => {
    const { txid, blockNumber } = await chain.sendToken({ token, to: RECEIVER, value: 25_000_000n, memo: MEMO });
    expect(await onlyOne(blockNumber)).toMatchObject({
      txid,
      position: '0',
      assetId: TOKEN_ASSET,
      contract: token,
      amountBaseUnits: '25000000',
      sender: payer,
      memos: [MEMO],
      movements: 1,
      unsupported: null,
    });
  });

  it('sees nothing in a transfer that reverted, with any calldata', async () => {
    const data = call('transfer(address,uint256)', RECEIVER, 10n ** 30n) + toHex(MEMO);
    const { succeeded, blockNumber } = await send(token, data, true);
    expect(succeeded).toBe(false);
    expect(await seenIn(reader, blockNumber)).toEqual([]);
  });

  it('sees nothing when the token answers false and logs nothing', async () => {
    const paid = await chain.sendToken({ token: falseToken, to: RECEIVER, value: 5n, memo: MEMO });
    expect(paid.succeeded).toBe(true);
    expect(await seenIn(reader, paid.blockNumber)).toEqual([]);
  });

  it('takes the amount from the log when a token keeps a part for itself', async () => {
    const { blockNumber } = await chain.sendToken({ token: feeToken, to: RECEIVER, value: 1_000n, memo: MEMO });
    expect(await onlyOne(blockNumber)).toMatchObject({ amountBaseUnits: '900', position: '1', assetId: 203 });
  });

  it('shows a look-alike token with our memo, but not as an asset', async () => {
    const { blockNumber } = await chain.sendToken({ token: lookAlike, to: RECEIVER, value: 25n, memo: MEMO });
    expect(await onlyOne(blockNumber)).toMatchObject({ assetId: null, contract: lookAlike, memos: [MEMO] });
  });

  it('ignores a look-alike token without our memo', async () => {
    const { blockNumber } = await send(lookAlike, call('transfer(address,uint256)', RECEIVER, 25n));
    expect(await seenIn(reader, blockNumber)).toEqual([]);
  });

  it('limits the logs of a look-alike that emits hundreds of transfers beside our memo', async () => {
    await send(lookAlike, call('prepare(address,uint256)', RECEIVER, 300n));
    const { blockNumber } = await send(lookAlike, `0x${toHex(MEMO)}`);
    const movements = await seenIn(reader, blockNumber);
    expect(movements.map(({ position, assetId }) => [position, assetId])).toEqual([
      ['0', null],
      ['1', null],
      ['2', null],
    ]);
  });

  it.each([
    ['a line break behind it', `${MEMO}\n`],
    ['a space behind it', `${MEMO} `],
    ['another case', MEMO.replace('bafk', 'BAFK')],
    ['a byte order mark inside', MEMO.replace('acme:', 'acme:\uFEFF')],
  ])('keeps a memo with %s as it is', async (_, memo) => {
    const { blockNumber } = await pay(memo);
    const { memos } = await onlyOne(blockNumber);
    expect(memos).toEqual([memo]);
    expect(memos).not.toEqual([MEMO]);
  });

  it.each([
    ['its prefix in another case', MEMO.replace('acme', 'Acme')],
    ['a longer prefix', MEMO.replace('acme', 'acme2')],
    ['something before the prefix', ` ${MEMO}`],
    ['a byte order mark before the prefix', `\uFEFF${MEMO}`],
    ['a look-alike letter in the prefix', MEMO.replace('a', '\u0430')],
  ])('ignores a memo with %s', async (_, memo) => {
    const { blockNumber } = await pay(memo);
    expect(await onlyOne(blockNumber)).toMatchObject({ memos: [], amountBaseUnits: '5' });
  });

  it('ignores a memo that is not UTF-8, and continues', async () => {
    const paid = await chain.wallet(0).send({ to: RECEIVER, value: '0x5', data: `0x${toHex(MEMO)}ff` });
    expect(await onlyOne(paid.blockNumber)).toMatchObject({ memos: [], amountBaseUnits: '5' });
  });

  it('reports two payments with one memo as two deposits', async () => {
    const [first, second] = [await pay(MEMO), await pay(MEMO)];
    const movements = await seenIn(reader, first.blockNumber, second.blockNumber);
    const ids = movements.map(({ network, txid, position }) => depositIdOf(network, txid, position));
    expect(ids).toEqual([`local:${first.txid}:native`, `local:${second.txid}:native`]);
  });

  it('marks a router’s payments as unsupported, and counts them', async () => {
    await chain.sendToken({ token, to: router, value: 300n, memo: 'x' });
    const data = call('payTokens(address,address,uint256,uint256)', token, RECEIVER, 100n, 3n) + toHex(MEMO);
    const movements = await seenIn(reader, (await send(router, data)).blockNumber);
    expect(movements.map(({ position }) => position)).toEqual(['0', '1', '2']);
    for (const movement of movements) {
      expect(movement).toMatchObject({ movements: 3, unsupported: 'NOT_A_DIRECT_TRANSFER', sender: router });
    }
  });

  it('marks a transferFrom as unsupported, even when the caller pays for itself', async () => {
    await send(token, call('approve(address,uint256)', payer, 50n));
    const data = call('transferFrom(address,address,uint256)', payer, RECEIVER, 50n) + toHex(MEMO);
    const { blockNumber } = await send(token, data);
    expect(await onlyOne(blockNumber)).toMatchObject({ unsupported: 'NOT_A_DIRECT_TRANSFER', memos: [MEMO] });
  });

  it('reports no coin that a contract passes on, which only a trace would show', async () => {
    const data = call('payCoin(address,bytes)', RECEIVER, `0x${toHex(MEMO)}`);
    const { succeeded, blockNumber } = await chain.wallet(0).send({ to: router, value: '0x7', data });
    expect(succeeded).toBe(true);
    expect(await seenIn(reader, blockNumber)).toEqual([]);
  });

  it('reports no payments of zero', async () => {
    const coin = await chain.wallet(0).send({ to: RECEIVER, data: `0x${toHex(MEMO)}` });
    const tokens = await send(token, call('transfer(address,uint256)', RECEIVER, 0n) + toHex(MEMO));
    expect(await seenIn(reader, coin.blockNumber, tokens.blockNumber)).toEqual([]);
  });

  it('reports no payment of the receiver to itself', async () => {
    const own = createEvmReader({ ...optionsFor(chain, [token]), network: networkOf(chain.chainId, payer) });
    const coin = await chain.sendNative({ to: payer, value: 5n, memo: MEMO });
    const tokens = await chain.sendToken({ token, to: payer, value: 5n, memo: MEMO });
    expect(await seenIn(own, coin.blockNumber, tokens.blockNumber)).toEqual([]);
    const { blockNumber } = await chain.sendNative({ to: payer, value: 5n, memo: MEMO, from: 1 });
    expect(await seenIn(own, blockNumber)).toHaveLength(1);
    await own.close();
  });

  it('ignores dirty bytes before an address in calldata', async () => {
    const data = `${TRANSFER_SELECTOR}${'ff'.repeat(12)}${RECEIVER.slice(2)}${'01'.padStart(64, '0')}${toHex(MEMO)}`;
    const { blockNumber } = await send(token, data, true);
    expect(await seenIn(reader, blockNumber)).toEqual([]);
  });

  it('scans a long range in limited steps without a gap', async () => {
    const first = await pay(MEMO);
    await chain.mine(120);
    const last = await pay(MEMO);
    expect((await scanOf(reader, first.blockNumber, last.blockNumber)).upTo.height).toBe(first.blockNumber + 49n);
    const found: string[] = [];
    let steps = 0;
    for (let from = first.blockNumber; from <= last.blockNumber; steps += 1) {
      const { movements, upTo } = await scanOf(reader, from, last.blockNumber);
      found.push(...movements.map(({ movement }) => movement.txid));
      from = upTo.height + 1n;
    }
    expect(found).toEqual([first.txid, last.txid]);
    expect(steps).toBe(3);
  });

  it('refuses to read beyond the newest block', async () => {
    const { newest } = await headsOf(reader);
    await expect(scanOf(reader, newest.height, newest.height + 1n)).rejects.toThrow('is behind block');
  });

  it('distinguishes the newest and the finalised block', async () => {
    await chain.mine(5);
    const { newest, final } = await headsOf(reader);
    expect(final.height).toBe(newest.height - 2n);
  });
});
