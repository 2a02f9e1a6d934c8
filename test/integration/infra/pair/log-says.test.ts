import { misplacedCheckpoints } from '../../../../commands/pair/placing/misplaced-checkpoints';
import type { EventStore } from '../../../../commands/ports/event-store';
import type { DatabaseSays, PairRow } from '../../../../commands/ports/pair';
import { createMemoryEventStore } from '../../../../infra/event-store/memory';
import { proposedIdentity } from '../../../../infra/pair/identity-event';
import { createLogReader } from '../../../../infra/pair/log-says';
import { event, metadata } from '../../../../packages/testing/src/samples/sample-events';
import { BOUND, comingOf, LED_1, LED_2, OPENED } from '../../../commands/pair/sample-look';
import { work } from './pair-world';

const UUIDS = new Map<string, string>();
/** The samples' short ids as the store wants them. */
const uuid = (id: string): string => {
  const known = UUIDS.get(id) ?? `00000000-0000-4000-8000-${String(UUIDS.size).padStart(12, '0')}`;
  UUIDS.set(id, known);
  return known;
};

const IDENTITY = [OPENED, LED_1, LED_2].map((happened) => ({ ...happened, id: uuid(happened.id) }));
const [OPENING_MARK, FIRST_MARK, SECOND_MARK] = IDENTITY;

const logOf = async (count: number): Promise<EventStore> => {
  const store = createMemoryEventStore();
  for (const happened of IDENTITY.slice(0, count)) {
    const expected = happened.revision === 0 ? 'no_stream' : happened.revision - 1;
    await store.append('ledger-identity', expected, [proposedIdentity(comingOf(happened))]);
  }
  return store;
};

const saying = (row: PairRow | null): DatabaseSays => ({ row, isVaultEmpty: false, checkpoints: [] });
const AT_FIRST = saying({ ...BOUND, last: { id: uuid('led1'), revision: 1 } });

const read = async (store: EventStore, database = AT_FIRST) =>
  createLogReader({ misplaced: misplacedCheckpoints }).read(store, database, 'WHOLE');

describe('the report of the log', () => {
  test('has its opening, the event at the row’s revision, and its end', async () => {
    expect(await read(await logOf(3))).toMatchObject({
      ...{ opening: OPENING_MARK, idAtRow: FIRST_MARK?.id, last: SECOND_MARK },
    });
    expect(await read(await logOf(1))).toMatchObject({ opening: OPENING_MARK, idAtRow: null, last: OPENING_MARK });
    expect(await read(await logOf(0))).toMatchObject({ opening: null, idAtRow: null, last: null, hasOthers: false });
  });

  test('has no presence of our events for a new ledger, since foreign ones do not count', async () => {
    const store = createMemoryEventStore();
    store.writeUnchecked('user-foreign', { ...work(), metadata: { schemaVersion: 1 } });
    expect((await read(store, saying(null))).hasOthers).toBe(false);
    await store.append('user-ours', 'no_stream', [work()]);
    expect((await read(store, saying(null))).hasOthers).toBe(true);
  });

  test('is missing when the identity stream has a hole or a foreign event', async () => {
    const store = await logOf(3);
    const holed = { ...store, readStream: async (name: string) => (await store.readStream(name)).slice(1) };
    await expect(read(holed)).rejects.toThrow('revision 0 is missing');
    await store.append('ledger-identity', 2, [work()]);
    await expect(read(store)).rejects.toThrow('ledger-identity@3 is not an identity event');
    const foreign = createMemoryEventStore();
    foreign.writeUnchecked('ledger-identity', { ...event('LedgerOpened'), metadata: { schemaVersion: 1 } });
    await expect(read(foreign)).rejects.toThrow('another program started the stream, with LedgerOpened');
  });

  test('starts at the row’s event when the opening is known, or at the beginning when it is gone', async () => {
    const store = await logOf(3);
    const asked: unknown[] = [];
    const watched: EventStore = {
      ...store,
      readStream: (name, from) => {
        asked.push(from);
        return store.readStream(name, from);
      },
    };
    const reader = createLogReader({ misplaced: misplacedCheckpoints });
    const first = await reader.read(watched, AT_FIRST, 'WHOLE');
    expect(await reader.read(watched, AT_FIRST, 'WHOLE')).toEqual(first);
    expect(asked).toEqual([0, 1]);
    const older = await logOf(1);
    expect(await reader.read(older, AT_FIRST, 'WHOLE')).toMatchObject({ idAtRow: null, last: OPENING_MARK });
    const other = saying({ ...BOUND, last: { id: uuid('another'), revision: 1 } });
    expect(await reader.read(watched, other, 'WHOLE')).toMatchObject({ idAtRow: FIRST_MARK?.id });
    expect(asked).toEqual([0, 1, 1, 0]);
  });

  test('has the operator and the reason of an attachment', () => {
    const { metadata: said } = proposedIdentity({ id: uuid('attached'), event: event('LedgerAttached') });
    expect(said).toMatchObject({ actor: { kind: 'operator', id: 'ana' }, reason: 'restored', ledgerId: 'ledger1' });
    expect(said).not.toMatchObject(metadata());
  });
});
