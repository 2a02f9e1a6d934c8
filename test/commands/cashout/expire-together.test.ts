import { cashout } from '../../../aggregates/cashout/cashout';
import { START } from '../../../aggregates/events';
import { expireCashout } from '../../../commands/cashout/expire-cashout';
import { recalledStateOf } from '../../../commands/handling/reading/read-stream';
import { createSharedReads } from '../../../commands/handling/reading/shared-reads';
import { expiryEvidence } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { core, happened, typesOf } from '../../core';

describe('intents that end together', () => {
  const IDS = ['cid1', 'cid2', 'cid3', 'cid4'] as const;
  const memoOf = (id: string): string => `lastro:${id}`;

  /** Open intents, and how often the store is asked for what. */
  const withIntents = async () => {
    const deps = core();
    for (const id of IDS) {
      await happened(deps.eventStore, event('CashoutIntentCreated', { intentId: id, memo: memoOf(id) }));
    }
    deps.clock.advance(340_000);
    const asOf = await deps.eventStore.head();
    const asked = { stream: 0, log: 0 };
    const eventStore: typeof deps.eventStore = {
      ...deps.eventStore,
      readStream: (...words) => {
        asked.stream += 1;
        return deps.eventStore.readStream(...words);
      },
      readAll: (...words) => {
        asked.log += 1;
        return deps.eventStore.readAll(...words);
      },
    };
    const known = async () => ({ evidence: expiryEvidence, asOf });
    const expire = expireCashout({
      ...{ ...deps, eventStore, readExpiryEvidence: known },
      sharedReads: createSharedReads(),
    });
    const expireAll = () => Promise.all(IDS.map((intentId) => expire({ intentId })));
    const lastOf = async (id: string) => (await typesOf(deps.eventStore, `cashout-${id}`)).at(-1);
    return { deps, asked, expireAll, lasts: () => Promise.all(IDS.map(lastOf)) };
  };

  test('share one read of the log, and are each read once', async () => {
    const { asked, expireAll, lasts } = await withIntents();
    await expireAll();
    expect(await lasts()).toEqual(IDS.map(() => 'CashoutExpired'));
    expect(asked).toEqual({ stream: IDS.length, log: 2 });
  });

  test('expire, except an intent that a deposit names', async () => {
    const { deps, expireAll, lasts } = await withIntents();
    await happened(deps.eventStore, event('DepositObserved', { memos: [memoOf('cid3')] }));
    await expireAll();
    const open = 'CashoutIntentCreated';
    expect(await lasts()).toEqual(['CashoutExpired', 'CashoutExpired', open, 'CashoutExpired']);
  });

  test('stay open when the log has more than 1,000 new deposits', async () => {
    const { deps, expireAll, lasts } = await withIntents();
    const many = Array.from({ length: 1_001 }, (_, index) =>
      event('DepositObserved', { txid: `0x${index}`, depositId: `ethereum:0x${index}:0`, memos: [] }),
    );
    await happened(deps.eventStore, ...many);
    await expireAll();
    expect(await lasts()).toEqual(IDS.map(() => 'CashoutIntentCreated'));
  });

  test('stay open while the log cannot be read', async () => {
    const { deps, lasts } = await withIntents();
    const readAll = () => {
      throw new Error('The event store is unreachable');
    };
    const expire = expireCashout({
      ...{ ...deps, eventStore: { ...deps.eventStore, readAll } },
      readExpiryEvidence: async () => ({ evidence: expiryEvidence, asOf: START }),
      sharedReads: createSharedReads(),
    });
    const ended = await Promise.allSettled(IDS.map((intentId) => expire({ intentId })));
    expect(ended.map(({ status }) => status)).toEqual(IDS.map(() => 'rejected'));
    expect(await lasts()).toEqual(IDS.map(() => 'CashoutIntentCreated'));
  });

  test('omit an intent that was paid after the last read of this process', async () => {
    const { deps, asked, expireAll, lasts } = await withIntents();
    for (const id of IDS) await recalledStateOf(deps, cashout, id);
    await happened(deps.eventStore, event('DepositAccepted', { intentId: 'cid1' }));
    await expireAll();
    expect(await lasts()).toEqual(['DepositAccepted', 'CashoutExpired', 'CashoutExpired', 'CashoutExpired']);
    // Three expire by known state; the changed one is read.
    expect(asked.stream).toBe(1);
  });
});
