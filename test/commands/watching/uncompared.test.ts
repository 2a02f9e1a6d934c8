import type { ChainReader } from '../../../commands/ports/chains/chain-reader';
import { acceptGap } from '../../../commands/watching/operator/accept-gap';
import { asking } from '../../core';
import { CALM, FINAL, OBSERVED, watching } from './watching';

const by = asking('skip', { actor: { kind: 'operator', id: 'ana' }, reason: 'nobody has it' });
const KEPT = { height: 2n, hash: '0xb2f0' };

/**
 * A chain whose height 2 was final and 4 was scanned when the service stopped; since then it has come to 12, height 9 is
 * final, and nobody has what is below 8.
 */
const stoppedLong = async () => {
  const world = watching();
  const { chain, look, lookAt } = world;
  chain.pass(2);
  chain.mine({ txid: '0xd1' });
  chain.pass(1);
  chain.finalise(2);
  await look();
  await look();
  chain.pass(3);
  chain.mine({ txid: '0xd9' });
  chain.pass(4);
  chain.finalise(9);
  const heads: ChainReader['heads'] = async (kept) => {
    const told = await chain.reader.heads([]);
    const uncompared = kept.every(({ height }) => height < 8n) ? (kept[0] ?? null) : null;
    return told.outcome === 'HEADS' ? { ...told, uncompared } : told;
  };
  const hashAt: ChainReader['hashAt'] = async (height) => (height < 8n ? null : chain.reader.hashAt(height));
  const scan: ChainReader['scan'] = async (asked) =>
    asked.from < 8n
      ? { outcome: 'GAP', height: asked.from, readableFrom: 8n, reason: 'pruned' }
      : chain.reader.scan(asked);
  const lies = { heads, hashAt, scan };
  return { ...world, lies, lookPruned: (other: Partial<ChainReader> = {}) => lookAt({ ...lies, ...other }) };
};

describe('final history without a height to compare', () => {
  test('is a gap with one alert, and stops checks, reads and new hashes', async () => {
    const { deps, chain, cursors, hashes, lookPruned, watcher, deposit } = await stoppedLong();
    const read = jest.fn(chain.reader.read);
    const rescan = jest.fn(chain.reader.rescan);
    for (let round = 0; round < 3; round += 1) {
      expect(await lookPruned({ read, rescan })).toMatchObject({ ...CALM, questions: { gap: 'pruned' } });
      deps.clock.advance(1);
    }
    expect(await watcher()).toEqual(['GapSeen']);
    expect(deps.alerts.map(({ facts }) => facts)).toEqual([
      { network: 'ethereum', height: '3', readableFrom: '8', reason: 'pruned', eventId: expect.any(String) as string },
    ]);
    expect(hashes()).toEqual([KEPT]);
    expect(cursors.at(-1)).toMatchObject({ height: 4n, finalHeight: 2n, recheckedHeight: 2n });
    expect([await deposit(), chain.judged, rescan.mock.calls]).toEqual([OBSERVED, [], []]);
  });

  test('is compared again after the operator skipped it, by new final hashes', async () => {
    const { deps, chain, cursors, hashes, look, lookPruned, deposits, watcher } = await stoppedLong();
    await lookPruned();
    await acceptGap(deps)({ network: 'ethereum', toHeight: 7n, reason: 'nobody has it' }, by);
    expect(await lookPruned()).toMatchObject({ ...CALM, behind: false });
    expect(hashes()).toEqual([{ height: 9n, hash: '0xb9f0' }, KEPT]);
    expect(cursors.at(-1)).toMatchObject({ height: 12n });
    expect(await deposits()).toEqual(['ethereum:0xd1:0', 'ethereum:0xd9:0']);
    await lookPruned();
    chain.reorganise(8);
    chain.pass(5);
    await look();
    expect(await watcher()).toEqual(['GapSeen', 'GapAccepted', 'FinalityQuestioned']);
  });

  test('ends without an operator when the block of the cursor is still found', async () => {
    const { chain, cursors, hashes, lookPruned } = await stoppedLong();
    const { hashAt, scan } = chain.reader;
    expect(await lookPruned({ hashAt, scan })).toMatchObject(CALM);
    expect(cursors.at(-1)).toMatchObject({ height: 12n });
    expect(hashes()[0]).toEqual({ height: 9n, hash: '0xb9f0' });
  });

  test('rejects heights that should be missing when a node shows them', async () => {
    const { chain, cursors, hashes, lookPruned, deposits, watcher } = await stoppedLong();
    chain.reorganise(1);
    chain.pass(3);
    chain.mine({ txid: '0xd2' });
    chain.pass(9);
    const seen = await lookPruned({ scan: chain.reader.scan });
    expect(seen.failure).toContain('the answer has height 3, but lacks the final height 2');
    expect([await deposits(), hashes(), await watcher()]).toEqual([['ethereum:0xd1:0'], [KEPT], []]);
    expect(cursors.at(-1)).toMatchObject({ height: 4n });
  });

  test('reaffirms no questioned history before the kept hashes are compared', async () => {
    const { deps, chain, lookAt, lookPruned, watcher } = await stoppedLong();
    const contradicted = { outcome: 'FINALITY_CONTRADICTED', ...KEPT, kept: '0xb2f0', seen: '0x9', commonHeight: null };
    await lookAt({ heads: async () => contradicted as Awaited<ReturnType<ChainReader['heads']>> });
    const { questions } = await lookPruned();
    expect([await watcher(), Object.keys(questions)]).toEqual([
      ['FinalityQuestioned', 'GapSeen'],
      ['finality', 'gap'],
    ]);
    await acceptGap(deps)({ network: 'ethereum', toHeight: 7n, reason: 'nobody has it' }, by);
    await lookPruned();
    expect((await watcher()).slice(2)).toEqual(['GapAccepted']);
    chain.pass(1);
    await lookPruned();
    expect((await watcher()).slice(2)).toEqual(['GapAccepted', 'FinalityReaffirmed']);
  });

  test('is checked again as soon as one endpoint has it', async () => {
    const { look, lookPruned, deposit } = await stoppedLong();
    await lookPruned();
    await look();
    expect(await deposit()).toEqual(FINAL);
  });
});
