import { randomBytes } from 'node:crypto';
import type { StoredCallback } from '../../../../commands/ports/callback-inbox';
import type { SandboxBook } from '../../../../infra/providers/sandbox/book/sandbox-book';
import { createSandboxBook } from '../../../../infra/providers/sandbox/book/sandbox-book-postgres';
import { describeKycProvider } from '../../../../packages/testing/src/contracts';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { createMemoryBook } from '../../../../packages/testing/src/ledger/memory/memory-book';
import { CALLBACK_SECRET, postTo } from '../../../doubles/callback-post';
import { memorySandbox } from '../../../infra/providers/memory-sandbox';
import { leaving } from '../../../infra/providers/playing';
import { type BookDatabase, bookDatabase } from '../../../stores/sandbox-book';
import { dumpDatabase } from '../../end-to-end/support/dump';

let database: BookDatabase;
beforeAll(async () => {
  database = await bookDatabase();
});
afterEach(() => database.pool.query('TRUNCATE lastro.sandbox_book'));
afterAll(() => database.close());

const KEY = randomBytes(32);

const BOOKS: readonly (readonly [string, () => SandboxBook])[] = [
  ['in memory', createMemoryBook],
  ['in PostgreSQL', () => createSandboxBook(database.pool)],
];

const DAY_MS = 86_400_000;

const opened = async (book: SandboxBook, document = '40442820135', scenario?: string) => {
  const clock = manualClock();
  const arrived: StoredCallback[] = [];
  const troubles: string[] = [];
  const calling = {
    ...{ secret: CALLBACK_SECRET, post: postTo(clock, (callback) => arrived.push(callback)) },
    onTrouble: (message: string) => void troubles.push(message),
  };
  const { kyc: provider, controls, callbacks } = memorySandbox(clock, { book, kycKey: KEY, calling });
  const context = { requestId: 'r', partnerId: 'p', mode: 'sandbox', deadlineMs: Number.MAX_SAFE_INTEGER } as const;
  const declared = { personType: 'PF', document, birthDate: '1970-11-14', profile: {}, owners: [] } as const;
  const played = scenario === undefined ? {} : { scenario };
  await provider.start(context, { ref: 'session-1', declared, ...played });
  const found = await provider.find(context, 'session-1');
  const id = found.ok ? found.value[0]!.providerSessionId : '';
  const state = async () => {
    const answer = await provider.get(context, id);
    return answer.ok ? answer.value.state : answer.kind;
  };
  /** Makes due callbacks; answers how many have arrived. */
  const calls = async (): Promise<number> => {
    await callbacks.makeDue();
    return arrived.length;
  };
  const { decideSession: decide, advance, reset } = controls;
  return { provider, decide, advance, reset, clock, context, id, state, calls, arrived, troubles };
};

/** An outcome is a scenario of the next session. */
const openContract = async (created: SandboxBook) => {
  const [clock, { book, leave }] = [manualClock(), leaving(created)];
  const { kyc } = memorySandbox(clock, { book, kycKey: KEY });
  const armed: { scenario?: string } = {};
  const start: typeof kyc.start = (context, request) => {
    const { scenario } = armed;
    delete armed.scenario;
    return kyc.start(context, { ...request, ...(scenario === undefined ? {} : { scenario }) });
  };
  return { provider: { ...kyc, start }, clock, leave, armed };
};

type ContractWorld = Awaited<ReturnType<typeof openContract>>;

const playing =
  (scenario: string) =>
  ({ armed }: ContractWorld): void => {
    armed.scenario = scenario;
  };

for (const [where, createBook] of BOOKS)
  describeKycProvider(`sandbox, ${where}`, {
    open: () => openContract(createBook()),
    faults: {
      ...{ approve: playing('KYC_APPROVED'), reject: playing('KYC_REJECTED'), review: playing('KYC_IN_REVIEW') },
      ...{ expire: playing('KYC_EXPIRED'), loseAnswer: playing('KYC_UNANSWERED') },
      settle: ({ clock }) => clock.advance(DAY_MS),
      unavailable: ({ leave }) => leave(),
    },
  });

describe.each(BOOKS)('the simulated KYC provider, %s', (_where, createBook) => {
  test('makes a callback when a session starts to move and when it ends, each with its own id', async () => {
    const { clock, calls, arrived, state } = await opened(createBook());
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

  test('makes a callback even when the start got no answer', async () => {
    const { clock, calls } = await opened(createBook(), '52998224725');
    clock.advance(5_000);
    expect(await calls()).toBe(2);
  });

  test('plans nothing twice when a start is repeated', async () => {
    const { provider, context, clock, calls } = await opened(createBook());
    const declared = { personType: 'PF', document: '40442820135', birthDate: null, profile: {}, owners: [] } as const;
    await provider.start(context, { ref: 'session-1', declared });
    clock.advance(5_000);
    expect(await calls()).toBe(2);
  });

  test('makes a callback after a decision, also of a waiting session', async () => {
    const { decide, id, clock, calls, state } = await opened(createBook(), '91708635203');
    clock.advance(5_000);
    const before = await calls();
    await decide({ partnerId: 'p', providerSessionId: id }, 'REJECTED');
    expect([(await calls()) - before, await state()]).toEqual([1, 'REJECTED']);
    const foreign = decide({ partnerId: 'another', providerSessionId: id }, 'APPROVED');
    await expect(foreign).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE' } });
    expect(await state()).toBe('REJECTED');
  });

  test.each([
    ['91708635203', undefined, 'OTHER'],
    ['91708635203', 'LIVENESS', 'LIVENESS'],
    ['01648527949', undefined, 'FACE_MISMATCH'],
    ['01648527949', 'DOC_FORGED', 'DOC_FORGED'],
  ] as const)('a rejection of %s that is decided for %s is reported with %s', async (document, reason, told) => {
    const { decide, id, provider, context } = await opened(createBook(), document);
    await decide({ partnerId: 'p', providerSessionId: id }, 'REJECTED', reason);
    const answer = await provider.get(context, id);
    expect(answer).toMatchObject({ ok: true, value: { state: 'REJECTED', rejection: { code: told } } });
  });

  test('moves only with the simulated time of its own partner', async () => {
    const { advance, calls, state, provider, context, id } = await opened(createBook(), '10975384600');
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
    [undefined, '63017285995', 'REJECTED', 'REJECTED'],
    [undefined, '91708635203', 'IN_REVIEW', 'IN_REVIEW'],
    [undefined, '10975384600', 'IN_PROGRESS', 'APPROVED'],
    // The scenario overrides the document, also by a name of another table.
    ['KYC_REJECTED', '40442820135', 'REJECTED', 'REJECTED'],
    ['KYC_IN_REVIEW', '63017285995', 'IN_REVIEW', 'IN_REVIEW'],
    ['KYC_UNANSWERED', '63017285995', 'APPROVED', 'APPROVED'],
    ['SETTLE_FAIL', '63017285995', 'APPROVED', 'APPROVED'],
  ])('plays %s for %s: %s, and %s when it is opened again', async (scenario, document, end, again) => {
    const { provider, context, id, clock, state } = await opened(createBook(), document, scenario);
    clock.advance(5_000);
    expect(await state()).toBe(end);
    await provider.reopen(context, id);
    clock.advance(5_000);
    expect(await state()).toBe(again);
  });

  test.each([
    ['erased', (kyc: Awaited<ReturnType<typeof opened>>) => kyc.provider.erase(kyc.context, 'session-1')],
    ['reset', (kyc: Awaited<ReturnType<typeof opened>>) => kyc.reset('p')],
  ])('makes no callback about a session that was %s', async (_what, forget) => {
    const kyc = await opened(createBook());
    await forget(kyc);
    kyc.clock.advance(DAY_MS);
    expect([await kyc.calls(), await kyc.state(), kyc.troubles]).toEqual([0, 'NOT_FOUND', []]);
  });
});

test('the book in PostgreSQL seals a person, and only the person’s own session can open it', async () => {
  const PERSON = ['91708635203', '1970-11-14'];
  const book = createSandboxBook(database.pool);
  const { id, context, provider, clock } = await opened(book, PERSON[0]);
  clock.advance(5_000);
  const dump = await dumpDatabase(database.url);
  expect(PERSON.filter((text) => dump.includes(text) || dump.includes(Buffer.from(text).toString('hex')))).toEqual([]);
  const [document, birthDate] = PERSON;
  expect(await provider.get(context, id)).toMatchObject({ ok: true, value: { verified: { document, birthDate } } });
  const other = memorySandbox(clock, { book, kycKey: randomBytes(32) }).kyc;
  expect(await other.get(context, id)).toMatchObject({ kind: 'UNAVAILABLE' });
  await database.pool.query(`UPDATE lastro.sandbox_book SET state = state || '{"ref": "another"}' WHERE kind = 'kyc'`);
  expect(await provider.get(context, id)).toMatchObject({ kind: 'UNAVAILABLE' });
});
