import type { ChainReader, UnreadTransaction } from '../../../../commands/ports/chains/chain-reader';
import { giveUpTransaction } from '../../../../commands/watching/operator/give-up-transaction';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { asking } from '../../../core';
import { FINAL, watching } from '../watching';

const reason = 'no node has its receipt';
const by = (name: string) => asking(name, { actor: { kind: 'operator', id: 'ana' }, reason });
const asked = { network: 'ethereum', txid: '0xd1', reason };

const unread: UnreadTransaction = {
  ...{ txid: '0xd1', height: 1n, blockHash: '0xb1f0' },
  ...{ memos: ['lastro:cid1'], reason: 'no receipt' },
};
const fails: ChainReader['read'] = async (rows) => rows.map(() => ({ outcome: 'UNREAD', reason: 'no receipt' }));

/** An unreadable payment in block 1, behind final blocks. */
const withUnread = async () => {
  const world = watching();
  const { chain, deps, lookAt, store } = world;
  chain.mine({});
  chain.pass(4);
  chain.finalise(5);
  const scan: ChainReader['scan'] = async (range) => {
    const found = await chain.reader.scan(range);
    return found.outcome === 'GAP' ? found : { ...found, movements: [], unread: [unread] };
  };
  const rescan: ChainReader['rescan'] = async (from, to) => ({
    ...(await chain.reader.rescan(from, to)),
    movements: [],
  });
  const lookUnread = () => lookAt({ scan, rescan, read: fails });
  await lookUnread();
  await lookUnread();
  const giveUp = (differences: object = {}, name = 'give up') =>
    giveUpTransaction({ ...deps, giveUpStore: () => store })({ ...asked, ...differences }, by(name));
  return { ...world, lookUnread, giveUp, rescan };
};

describe('an unreadable transaction that an operator gives up', () => {
  test('waits for the operator with an alert, and then advances the final height', async () => {
    const { deps, cursors, lookUnread, giveUp } = await withUnread();
    deps.clock.advance(86_400_000);
    const before = await lookUnread();
    expect([before.troubles.length, deps.alerts.length, cursors.at(-1)?.finalHeight]).toEqual([1, 1, 0n]);
    expect(await giveUp()).toEqual(['1']);
    deps.clock.advance(60_000);
    const after = await lookUnread();
    expect([after.troubles, deps.alerts.length, cursors.at(-1)?.finalHeight]).toEqual([[], 1, 5n]);
  });

  test('records the transaction, the reason and the operator once', async () => {
    const { deps, giveUp, watcher } = await withUnread();
    await giveUp();
    await giveUp();
    await giveUp({}, 'again');
    expect(await watcher()).toEqual(['TransactionGivenUp']);
    const [event] = await deps.eventStore.readStream('watcher-ethereum');
    expect(event?.data).toEqual({
      ...{ network: 'ethereum', txid: '0xd1', height: '1', blockHash: '0xb1f0', namedMemos: ['lastro:cid1'] },
      ...{ unreadSince: time(0), reason, givenUpAt: time(0) },
    });
    expect(event?.metadata.actor).toEqual({ kind: 'operator', id: 'ana' });
  });

  test('continues in the next scan when the command died after its event', async () => {
    const { deps, cursors, lookUnread, store, unread: rows } = await withUnread();
    const dying = { ...store, giveUpUnread: () => Promise.reject(new Error('killed')) };
    await expect(giveUpTransaction({ ...deps, giveUpStore: () => dying })(asked, by('dies'))).rejects.toThrow('killed');
    expect(rows()[0]?.givenUpAt).toBeNull();
    await lookUnread();
    await lookUnread();
    expect([rows()[0]?.givenUpAt, cursors.at(-1)?.finalHeight]).toEqual([time(0), 5n]);
  });

  test('reads it once an hour, and reports it when readable', async () => {
    const { deps, lookAt, giveUp, unread: rows, deposit, rescan } = await withUnread();
    await giveUp();
    const read = jest.fn(fails);
    for (let minute = 0; minute < 180; minute += 1) {
      deps.clock.advance(60_000);
      await lookAt({ read, rescan });
    }
    expect([read.mock.calls.length, deps.alerts]).toEqual([3, []]);
    deps.clock.advance(3_600_000);
    await lookAt({ rescan });
    deps.clock.advance(60_000);
    await lookAt({ rescan });
    expect([rows(), await deposit()]).toEqual([[], FINAL]);
  });
});
