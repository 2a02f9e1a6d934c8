import { AbiCoder, id } from 'ethers';
import type { SeenMovement } from '../../../../../aggregates/chain';
import type { ChainReader } from '../../../../../commands/ports/chain-reader';
import { type Anvil, anvil, RECEIVER } from '../../../../stores/anvil';
import contracts from '../../../fixtures/evm/contracts.json';
import { COIN_ASSET, headsOf, MEMO, readerOf, scanOf, seenIn, TOKEN_ASSET } from './scenario';

const toHex = (text: string): string => Buffer.from(text, 'utf8').toString('hex');

const call = (signature: string, ...values: readonly unknown[]): string => {
  const types = signature.slice(signature.indexOf('(') + 1, -1).split(',');
  return `${id(signature).slice(0, 10)}${AbiCoder.defaultAbiCoder().encode(types, values).slice(2)}`;
};

describe('What the EVM reader sees on a real chain', () => {
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

  it('shows a look-alike token with our memo, and never as an asset', async () => {
    const { blockNumber } = await chain.sendToken({ token: lookAlike, to: RECEIVER, value: 25n, memo: MEMO });
    expect(await onlyOne(blockNumber)).toMatchObject({ assetId: null, contract: lookAlike, memos: [MEMO] });
  });

  it("marks a router's payments as unsupported, and counts them", async () => {
    await chain.sendToken({ token, to: router, value: 300n, memo: 'x' });
    const data = call('payTokens(address,address,uint256,uint256)', token, RECEIVER, 100n, 3n) + toHex(MEMO);
    const movements = await seenIn(reader, (await send(router, data)).blockNumber);
    expect(movements.map(({ position }) => position)).toEqual(['0', '1', '2']);
    for (const movement of movements) {
      expect(movement).toMatchObject({ movements: 3, unsupported: 'NOT_A_DIRECT_TRANSFER', sender: router });
    }
  });

  it('scans a long range in bounded steps that miss nothing', async () => {
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

  it('refuses to read beyond the newest block instead of finding nothing there', async () => {
    const { newest } = await headsOf(reader);
    await expect(scanOf(reader, newest.height, newest.height + 1n)).rejects.toThrow('is behind block');
  });

  it('tells the newest and the finalised block apart', async () => {
    await chain.mine(5);
    const { newest, final } = await headsOf(reader);
    expect(final.height).toBe(newest.height - 2n);
  });
});
