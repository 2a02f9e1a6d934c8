import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { StoredCallback } from '../../../../commands/ports/callback-inbox';
import { createPool } from '../../../../infra/postgres/pool';
import type { KycStore } from '../../../../infra/providers/sandbox/kyc/kyc-store';
import { createPostgresKycStore, prepareKycStore } from '../../../../infra/providers/sandbox/kyc/kyc-store-postgres';
import { createPersonBox } from '../../../../infra/providers/sandbox/kyc/person-box';
import { createSandboxKyc } from '../../../../infra/providers/sandbox/sandbox';
import { CALLBACK_SECRET, postTo } from '../../../doubles/callback-post';
import { silent } from '../../../infra/projections/fixture';
import { manualClock } from '../../../infra/providers/manual-clock';
import { createMemoryKycStore } from '../../../infra/providers/memory-kyc-store';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';
import { dumpDatabase } from '../../end-to-end/support/dump';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await testDatabase();
  pool = createPool(database.url, silent);
  await prepareKycStore(pool);
  await prepareKycStore(pool);
});
afterEach(() => pool.query('TRUNCATE sandbox_kyc.sessions CASCADE'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const BOX = createPersonBox(randomBytes(32));

const STORES: readonly (readonly [string, () => KycStore])[] = [
  ['in memory', createMemoryKycStore],
  ['in PostgreSQL', () => createPostgresKycStore(pool, BOX)],
];

const DAY_MS = 86_400_000;

const opened = async (store: KycStore, document = '40442820135', scenario?: string) => {
  const clock = manualClock();
  const arrived: StoredCallback[] = [];
  const door = { isOpen: true };
  const take = (callback: StoredCallback): void => {
    if (!door.isOpen) throw new Error('full');
    arrived.push(callback);
  };
  const troubles: string[] = [];
  const kyc = createSandboxKyc({
    ...{ store, clock, secret: CALLBACK_SECRET, post: postTo(clock, take, 'kyc') },
    onTrouble: (message) => void troubles.push(message),
  });
  const context = { requestId: 'r', partnerId: 'p', mode: 'sandbox', deadlineMs: clock.now() + 8_000 } as const;
  const declared = { personType: 'PF', document, birthDate: '1970-11-14', profile: {}, owners: [] } as const;
  const played = scenario === undefined ? {} : { scenario };
  const started = await kyc.provider.start(context, { ref: 'session-1', declared, ...played });
  const id = started.ok
    ? started.value.providerSessionId
    : (await store.findByRef({ partnerId: 'p', ref: 'session-1' }))!.providerSessionId;
  const state = async () => {
    const answer = await kyc.provider.get(context, id);
    return answer.ok ? answer.value.state : answer.kind;
  };
  /** What has been called about until now. */
  const calls = async (): Promise<number> => {
    await kyc.callbacks.makeDue();
    return arrived.length;
  };
  return { ...kyc, clock, context, id, state, calls, arrived, door, troubles, store };
};

describe.each(STORES)('the simulated KYC provider, %s', (_where, createStore) => {
  test('calls back when a session begins to move and when it ends, by an id of its own each time', async () => {
    const { clock, calls, arrived, state } = await opened(createStore());
    expect(await calls()).toBe(0);
    clock.advance(2_000);
    expect([await calls(), await state()]).toEqual([1, 'IN_PROGRESS']);
    clock.advance(3_000);
    expect([await calls(), await state(), await calls()]).toEqual([2, 'APPROVED', 2]);
    expect(arrived.map(({ source, hints }) => ({ source, hints }))).toEqual(
      Array.from({ length: 2 }, () => ({ source: 'kyc/sandbox', hints: [{ kind: 'kyc', key: 'session-1' }] })),
    );
    expect(new Set(arrived.map(({ eventId }) => eventId)).size).toBe(2);
  });

  test('calls back although nobody had an answer to the start', async () => {
    const { clock, calls } = await opened(createStore(), '52998224725');
    clock.advance(5_000);
    expect(await calls()).toBe(2);
  });

  test('a start that is repeated plans nothing twice', async () => {
    const { provider, context, clock, calls } = await opened(createStore());
    const declared = { personType: 'PF', document: '40442820135', birthDate: null, profile: {}, owners: [] } as const;
    await provider.start(context, { ref: 'session-1', declared });
    clock.advance(5_000);
    expect(await calls()).toBe(2);
  });

  test('calls back about a decision, also of a session that waits for nothing else', async () => {
    const { decide, id, clock, calls, state } = await opened(createStore(), '91708635203');
    clock.advance(5_000);
    const before = await calls();
    expect(await decide({ partnerId: 'p', providerSessionId: id }, 'REJECTED')).toBe(true);
    expect([(await calls()) - before, await state()]).toEqual([1, 'REJECTED']);
    expect(await decide({ partnerId: 'another', providerSessionId: id }, 'APPROVED')).toBe(false);
    expect(await state()).toBe('REJECTED');
  });

  test.each([
    ['91708635203', undefined, 'OTHER'],
    ['91708635203', 'LIVENESS', 'LIVENESS'],
    ['01648527949', undefined, 'FACE_MISMATCH'],
    ['01648527949', 'DOC_FORGED', 'DOC_FORGED'],
  ] as const)('a rejection of %s that is decided for %s is told with %s', async (document, reason, told) => {
    const { decide, id, provider, context } = await opened(createStore(), document);
    await decide({ partnerId: 'p', providerSessionId: id }, 'REJECTED', reason);
    const answer = await provider.get(context, id);
    expect(answer).toMatchObject({ ok: true, value: { state: 'REJECTED', rejection: { code: told } } });
  });

  test('lives on by the time that its partner moves, and by nobody else’s', async () => {
    const { advance, calls, state, provider, context, id } = await opened(createStore(), '10975384600');
    await advance('another', DAY_MS);
    expect([await calls(), await state()]).toEqual([0, 'CREATED']);
    await advance('p', DAY_MS);
    expect([await calls(), await state()]).toEqual([2, 'EXPIRED']);
    await provider.reopen(context, id);
    expect(await state()).toBe('CREATED');
    await advance('p', 5_000);
    expect([await calls(), await state()]).toEqual([4, 'APPROVED']);
  });

  test.each([
    ['63017285995', 'REJECTED'],
    ['91708635203', 'IN_REVIEW'],
    ['10975384600', 'APPROVED'],
  ])('a session of %s that is opened again ends %s', async (document, end) => {
    const { provider, context, id, clock, state } = await opened(createStore(), document);
    await provider.reopen(context, id);
    clock.advance(5_000);
    expect(await state()).toBe(end);
  });

  test.each([
    ['KYC_REJECTED', '40442820135', 'REJECTED'],
    ['KYC_IN_REVIEW', '63017285995', 'IN_REVIEW'],
    ['KYC_UNANSWERED', '63017285995', 'APPROVED'],
    // Of another table: the document has no say either.
    ['SETTLE_FAIL', '63017285995', 'APPROVED'],
  ])('plays %s whatever %s says: %s, also when it is opened again', async (scenario, document, end) => {
    const { provider, context, id, clock, state, calls } = await opened(createStore(), document, scenario);
    clock.advance(5_000);
    expect([await state(), await calls()]).toEqual([end, 2]);
    await provider.reopen(context, id);
    clock.advance(5_000);
    expect(await state()).toBe(end);
  });

  test('makes a callback that was not taken again, and says so', async () => {
    const { clock, calls, door, troubles, store } = await opened(createStore());
    clock.advance(2_000);
    door.isOpen = false;
    expect([await calls(), troubles.length]).toEqual([0, 1]);
    expect(await store.nextCallbackAtMs()).toBe(clock.now() + 1_000);
    door.isOpen = true;
    clock.advance(1_000);
    expect(await calls()).toBe(1);
  });

  test.each([
    ['erased', (kyc: Awaited<ReturnType<typeof opened>>) => kyc.provider.erase(kyc.context, 'session-1')],
    ['reset', (kyc: Awaited<ReturnType<typeof opened>>) => kyc.reset('p')],
  ])('calls about nothing that was %s', async (_what, forget) => {
    const kyc = await opened(createStore());
    await forget(kyc);
    kyc.clock.advance(DAY_MS);
    expect([await kyc.calls(), await kyc.state(), await kyc.store.nextCallbackAtMs()]).toEqual([0, 'NOT_FOUND', null]);
  });

  test('a process that died leaves its callbacks to another', async () => {
    const { clock, calls, store } = await opened(createStore());
    clock.advance(2_000);
    expect(await store.takeCallbacks(clock.now(), clock.now() + 120_000, 10)).toHaveLength(1);
    expect(await calls()).toBe(0);
    clock.advance(120_000);
    expect(await calls()).toBe(2);
  });
});

describe('the books in PostgreSQL', () => {
  const PERSON = ['91708635203', '1970-11-14'];
  const shown = async (): Promise<readonly string[]> => {
    const dump = await dumpDatabase(database.url);
    return PERSON.filter((text) => dump.includes(text) || dump.includes(Buffer.from(text).toString('hex')));
  };

  test('keep a person sealed, and open it for its own session alone', async () => {
    const { id } = await opened(createPostgresKycStore(pool, BOX), PERSON[0]);
    expect(await shown()).toEqual([]);
    const key = { partnerId: 'p', providerSessionId: id };
    const [document, birthDate] = PERSON;
    expect(await createPostgresKycStore(pool, BOX).find(key)).toMatchObject({ document, birthDate });
    await expect(createPostgresKycStore(pool, createPersonBox(randomBytes(32))).find(key)).rejects.toThrow();
    await pool.query("DELETE FROM sandbox_kyc.callbacks; UPDATE sandbox_kyc.sessions SET ref = 'another'");
    await expect(createPostgresKycStore(pool, BOX).find(key)).rejects.toThrow();
  });

  test('of an earlier build are begun anew, and nothing that they had in clear stays', async () => {
    const { provider, context, id } = await opened(createPostgresKycStore(pool, BOX), PERSON[0]);
    await pool.query(`
      ALTER TABLE sandbox_kyc.sessions DROP COLUMN person, DROP COLUMN decided_reason,
        ADD COLUMN document text NOT NULL DEFAULT '${PERSON[0]}', ADD COLUMN birth_date text DEFAULT '${PERSON[1]}'`);
    expect(await shown()).toEqual(PERSON);
    await prepareKycStore(pool);
    expect(await shown()).toEqual([]);
    expect(await provider.get(context, id)).toMatchObject({ ok: false, kind: 'NOT_FOUND' });
    const anew = await opened(createPostgresKycStore(pool, BOX), PERSON[0]);
    await prepareKycStore(pool);
    expect(await anew.state()).toBe('CREATED');
  });
});
