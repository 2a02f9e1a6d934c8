import { Wallet } from 'ethers';
import type { SeenMovement } from '../../../../../aggregates/chain';
import type { ChainReader } from '../../../../../commands/ports/chain-reader';
import { createEvmReader } from '../../../../../infra/chains/evm/reader';
import { clockOf } from '../../../../../infra/clock';
import { type Anvil, anvil, RECEIVER } from '../../../../stores/anvil';
import contracts from '../../../fixtures/evm/contracts.json';
import { headsOf, MEMO, networkOf, optionsFor, seenIn } from './scenario';

describe('What the EVM reader judges on a real chain', () => {
  let chain: Anvil;
  let reader: ChainReader;
  let token: string;
  let feeToken: string;
  let hiddenFeeToken: string;
  let aheadMs = 0;

  const onlyOne = async (blockNumber: bigint): Promise<SeenMovement> => {
    const movements = await seenIn(reader, blockNumber);
    expect(movements).toHaveLength(1);
    return movements[0]!;
  };

  beforeAll(async () => {
    chain = await anvil();
    token = await chain.deployToken();
    feeToken = await chain.deployToken(contracts.FeeToken);
    hiddenFeeToken = await chain.deployToken(contracts.HiddenFeeToken);
    const clock = clockOf(() => Date.now() + aheadMs);
    reader = createEvmReader({ ...optionsFor(chain, [token, feeToken, hiddenFeeToken]), clock });
  });
  afterAll(async () => {
    await reader.close();
    await chain.stop();
  });

  it('A13: shows a token that hides its fee as short of what it logged, and pays nobody with it', async () => {
    const { blockNumber } = await chain.sendToken({ token: hiddenFeeToken, to: RECEIVER, value: 1_000n, memo: MEMO });
    const seen = await onlyOne(blockNumber);
    expect(seen).toMatchObject({ amountBaseUnits: '1000', unsupported: null });
    await chain.mine(2);
    expect(await reader.judge([seen])).toMatchObject({ judgements: [{ verdict: 'PENDING' }], shortfalls: [] });
    aheadMs += 60_000;
    expect(await reader.judge([seen])).toEqual({
      judgements: [{ verdict: 'FINAL', movement: { ...seen, unsupported: 'LESS_ARRIVED_THAN_LOGGED' } }],
      shortfalls: [{ assetId: 204, height: blockNumber, loggedBaseUnits: 1_000n, arrivedBaseUnits: 900n }],
      unprovedBlocks: 0,
    });
  });

  it('A13: lets a token that logs what arrived be final, fee or not', async () => {
    const { blockNumber } = await chain.sendToken({ token: feeToken, to: RECEIVER, value: 1_000n, memo: MEMO });
    const seen = await onlyOne(blockNumber);
    await chain.mine(2);
    expect(await reader.judge([seen])).toMatchObject({
      judgements: [{ verdict: 'FINAL', movement: seen }],
      shortfalls: [],
    });
  });

  it('A14: tells of a receiver that gets code', async () => {
    const delegating = '0x00000000000000000000000000000000c0ffee77';
    const networks = networkOf(chain.chainId, delegating);
    const before = createEvmReader({ ...optionsFor(chain), network: networks });
    expect((await headsOf(before)).receivers).toEqual([{ address: delegating, refusal: null }]);
    await chain.rpc('anvil_setCode', [delegating, `0xef0100${token.slice(2)}`]);
    const after = createEvmReader({ ...optionsFor(chain), network: networks });
    expect((await headsOf(after)).receivers).toMatchObject([{ refusal: expect.stringContaining('has code') }]);
    await before.close();
    await after.close();
  });

  it('A3: takes a transaction that is protected by no chain id', async () => {
    const legacy = new Wallet(`0x${'5'.repeat(64)}`);
    await chain.rpc('anvil_setBalance', [legacy.address, '0xde0b6b3a7640000']);
    const data = `0x${Buffer.from(MEMO, 'utf8').toString('hex')}`;
    const raw = await legacy.signTransaction({
      type: 0,
      nonce: 0,
      to: RECEIVER,
      value: 5n,
      data,
      gasPrice: 10n ** 10n,
      gasLimit: 60_000n,
    });
    const { blockNumber } = await chain.sendRaw(raw);
    const seen = await onlyOne(blockNumber);
    await chain.mine(2);
    expect((await reader.judge([seen])).judgements).toEqual([{ verdict: 'FINAL', movement: seen }]);
  });
});
