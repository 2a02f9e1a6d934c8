import type { ChainReader, FoundTransaction } from '../../../../commands/ports/chains/chain-reader';
import { movement, time } from '../../../../packages/testing/src/samples/sample-data';
import { AWAY, withoutDeposits } from '../log-away';
import { CALM, FINAL, watching } from '../watching';

/** A final payment that the scan misses, and the hint of it. */
const hinted = async () => {
  const world = watching();
  const { chain, deps, hint, lookAt } = world;
  deps.clock.advance(60_000);
  chain.mine({});
  chain.pass(3);
  chain.finalise(2);
  const scan: ChainReader['scan'] = async ({ from }) => {
    const found = await chain.reader.scan({ from, to: from, resume: null });
    return found.outcome === 'GAP' ? found : { ...found, movements: [] };
  };
  const rescan: ChainReader['rescan'] = async (from, to) => ({
    ...(await chain.reader.rescan(from, to)),
    movements: [],
  });
  hint('0xd1', deps.clock.iso());
  const lookBlind = (lies: Partial<ChainReader> = {}, ...other: Parameters<typeof lookAt>[1][]) =>
    lookAt({ scan, rescan, ...lies }, ...other);
  return { ...world, lookBlind };
};

const answering = (found: FoundTransaction): ChainReader['find'] => jest.fn(async (txids) => txids.map(() => found));

describe('a scan with a due hint', () => {
  test('records a final payment before the scan, and only once when the scan finds it', async () => {
    const { look, lookBlind, deposit, deposits, hints, deps } = await hinted();
    expect(await lookBlind()).toMatchObject({ failure: null, troubles: [] });
    expect([await deposit(), hints()]).toEqual([FINAL, []]);
    for (let looks = 0; looks < 3; looks += 1) {
      deps.clock.advance(1_000);
      expect(await look()).toMatchObject(CALM);
    }
    expect([await deposit(), await deposits()]).toEqual([FINAL, ['ethereum:0xd1:0']]);
  });

  test('records a final payment at once when the family reads only final blocks', async () => {
    const { lookBlind, deposit } = await hinted();
    const movements = [{ movement: { ...movement, blockTime: time(1) }, isFinal: true }];
    await lookBlind({ find: answering({ outcome: 'FINAL', movements, transfers: [] }) });
    expect(await deposit()).toEqual(['DepositFinalised']);
  });

  test('records no event for a foreign transaction, and asks for it once', async () => {
    const { lookBlind, deposits, hints, deps } = await hinted();
    const find = answering({ outcome: 'FINAL', movements: [], transfers: [] });
    for (let looks = 0; looks < 3; looks += 1) {
      expect(await lookBlind({ find })).toMatchObject({ troubles: [] });
      deps.clock.advance(3_600_000);
    }
    expect([await deposits(), hints()]).toEqual([[], []]);
    expect(find).toHaveBeenCalledTimes(1);
  });

  test.each<FoundTransaction>([
    { outcome: 'UNKNOWN' },
    { outcome: 'PENDING' },
    { outcome: 'UNREAD', reason: 'no receipt' },
  ])('asks again after a pause for what is $outcome, without trouble, and stops after a day', async (found) => {
    const { lookBlind, deposits, hints, deps } = await hinted();
    const find = answering(found);
    for (let looks = 0; looks < 2; looks += 1) expect(await lookBlind({ find })).toMatchObject({ troubles: [] });
    expect(find).toHaveBeenCalledTimes(1);
    deps.clock.advance(15_000);
    await lookBlind({ find });
    expect(find).toHaveBeenCalledTimes(2);
    expect(hints()).toMatchObject([{ tries: 2 }]);
    deps.clock.advance(86_400_000);
    await lookBlind({ find });
    expect([await deposits(), hints()]).toEqual([[], []]);
  });

  test('asks for 20 at once, the earliest due first, and for the rest in the next scan', async () => {
    const { lookBlind, hint, deps } = await hinted();
    deps.clock.advance(1_000);
    for (let count = 0; count < 25; count += 1) hint(`0xe${count}`, deps.clock.iso());
    const find = jest.fn(answering({ outcome: 'UNKNOWN' }));
    await lookBlind({ find });
    await lookBlind({ find });
    expect(find.mock.calls.map(([txids]) => txids.length)).toEqual([20, 6]);
    expect(find.mock.calls[0]![0][0]).toBe('0xd1');
  });

  test('continues without an answer, reports the failure, and asks again', async () => {
    const { lookBlind, deposit, hints, deps } = await hinted();
    const find = async () => Promise.reject(new Error('away'));
    expect((await lookBlind({ find })).troubles).toEqual(['the request for hinted transactions failed: away']);
    expect(hints()).toMatchObject([{ tries: 1 }]);
    deps.clock.advance(15_000);
    await lookBlind();
    expect(await deposit()).toEqual(FINAL);
  });

  test('counts no question when the log is unreachable', async () => {
    const { lookBlind, hints, deps } = await hinted();
    await expect(lookBlind({}, { eventStore: withoutDeposits(deps.eventStore) })).rejects.toMatchObject(AWAY);
    expect(hints()).toMatchObject([{ tries: 0 }]);
  });
});
