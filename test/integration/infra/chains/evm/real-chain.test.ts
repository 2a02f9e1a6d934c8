import type { SeenMovement } from '../../../../../aggregates/chain';
import type { ChainReader } from '../../../../../commands/ports/chains/chain-reader';
import { createEvmReader } from '../../../../../infra/chains/evm/reader';
import { clockOf } from '../../../../../infra/clock';
import { type Anvil, anvil, RECEIVER } from '../../../../stores/anvil';
import contracts from '../../../fixtures/evm/contracts.json';
import { MEMO, optionsFor, seenIn } from './scenario';

describe('The judgements of the EVM reader on a real chain', () => {
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

  it('shows less than the logged amount for a token with a hidden fee, and pays no intent', async () => {
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

  it('accepts a token as final when it logs what arrived, with or without a fee', async () => {
    const { blockNumber } = await chain.sendToken({ token: feeToken, to: RECEIVER, value: 1_000n, memo: MEMO });
    const seen = await onlyOne(blockNumber);
    await chain.mine(2);
    expect(await reader.judge([seen])).toMatchObject({
      judgements: [{ verdict: 'FINAL', movement: seen }],
      shortfalls: [],
    });
  });
});
