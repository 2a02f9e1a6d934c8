import { createPace } from '../../../../../infra/chains/nodes/pace';
import { RECEIVER } from '../../../../stores/anvil';
import { evmLab } from '../evm/lab';
import { MEMO, scanOf } from '../evm/scenario';

describe('How many blocks are read at once', () => {
  const { chain, behind } = evmLab();

  it('suits a node that refuses more than a few blocks, and misses no payment', async () => {
    const first = await chain().sendNative({ to: RECEIVER, value: 1n, memo: MEMO });
    await chain().mine(60);
    const last = await chain().sendNative({ to: RECEIVER, value: 1n, memo: MEMO });
    let left = 0;
    const reader = await behind(({ method }) => {
      if (method !== 'eth_getBlockByNumber') return undefined;
      left -= 1;
      return left < 0 ? { error: { code: -32005, message: 'more blocks than this plan allows' } } : undefined;
    });
    const found: string[] = [];
    let from = first.blockNumber;
    for (let attempt = 0; attempt < 30 && from <= last.blockNumber; attempt += 1) {
      left = 10;
      const scan = await scanOf(reader, from, last.blockNumber).catch(() => null);
      found.push(...(scan?.movements ?? []).map(({ movement }) => movement.txid));
      from = scan === null ? from : scan.upTo.height + 1n;
    }
    expect(found).toEqual([first.txid, last.txid]);
  });

  it('is halved by each failure, never below one, and grows by one with each success', async () => {
    const pace = createPace(9n);
    const asked: bigint[] = [];
    const run = (isGood: boolean): Promise<void> =>
      pace(async (mostBlocks) => {
        asked.push(mostBlocks);
        if (!isGood) throw new Error('too many requests');
      }).catch(() => undefined);
    for (const isGood of [true, false, false, false, false, true, true, false, true]) await run(isGood);
    expect(asked).toEqual([9n, 9n, 4n, 2n, 1n, 1n, 2n, 3n, 1n]);
  });
});
