import { fiscalSubjectOf } from '../../../../aggregates/user/fiscal-subject';
import { fiscalSubjectNow, user } from '../../../../aggregates/user/user';
import { stateOf } from '../../../../commands/handling/reading/read-stream';
import { type DestroyFiscalKeysDeps, destroyFiscalKeys } from '../../../../commands/user/erasure/destroy-fiscal-keys';
import { eraseSubject } from '../../../../commands/user/erasure/erase-subject';
import { registerUser } from '../../../../commands/user/register-user';
import { asking, core, typesOf } from '../../../core';

const A_YEAR_MS = 366 * 86_400_000;
const scope = { partnerId: 'p1', mode: 'sandbox', wallet: null } as const;

/** A user with kept data, ten years and a little later. */
const world = async (differences: Partial<Pick<DestroyFiscalKeysDeps, 'hasOperatedSince'>> = {}) => {
  const failures: string[] = [];
  const deps = {
    ...{ ...core(), retentionYears: 10, countOpen: async () => 0, hasOperatedSince: async () => false },
    onFailure: (subjectId: string, error: unknown): void => void failures.push(`${subjectId}: ${String(error)}`),
    ...differences,
  };
  const add = async (name: string) => {
    const { userId } = await registerUser(deps)({ ...scope, externalUserId: name }, asking(name));
    const subjectId = fiscalSubjectOf(userId, 0);
    return { userId, subjectId, stream: `user-${userId}`, kept: await deps.vault.seal(subjectId, 'Ana, 52998224725') };
  };
  const ana = await add('ana');
  return { deps, ana, add, failures, run: destroyFiscalKeys(deps) };
};

test('destroys a key only when the last operation is older than the retention', async () => {
  const { deps, ana, run } = await world();
  deps.clock.advance(9 * A_YEAR_MS);
  expect(await run()).toBe(0);
  expect(await deps.vault.open(ana.kept)).toBe('Ana, 52998224725');
  deps.clock.advance(A_YEAR_MS);
  expect(await run()).toBe(1);
  expect(await deps.vault.open(ana.kept)).toBeNull();
  const { userId, subjectId } = ana;
  expect((await deps.eventStore.readStream(ana.stream)).at(-1)).toMatchObject({
    type: 'FiscalKeyDestroyed',
    data: { userId, subjectId, retentionYears: 10 },
    metadata: { actor: { kind: 'system' }, partnerId: 'p1' },
  });
  expect(await run()).toBe(0);
  expect(await typesOf(deps.eventStore, ana.stream)).toEqual(['UserRegistered', 'FiscalKeyDestroyed']);
});

test('keeps the key when a restored vault lacks an operation', async () => {
  const { deps, ana, run } = await world({ hasOperatedSince: async () => true });
  deps.clock.advance(11 * A_YEAR_MS);
  expect(await run()).toBe(0);
  expect(await deps.vault.open(ana.kept)).not.toBeNull();
});

test('keeps the key after the erasure of its user, and destroys it later when due', async () => {
  const { deps, ana, run } = await world();
  await eraseSubject(deps)({ userId: ana.userId, reason: 'asked' }, asking('erase'));
  expect(await deps.vault.open(ana.kept)).toBe('Ana, 52998224725');
  deps.clock.advance(10 * A_YEAR_MS);
  expect(await run()).toBe(1);
  expect(await deps.vault.open(ana.kept)).toBeNull();
  const types = ['UserRegistered', 'UserBlocked', 'SubjectErased', 'FiscalKeyDestroyed'];
  expect(await typesOf(deps.eventStore, ana.stream)).toEqual(types);
});

test('writes the event before it destroys the key, and continues after a crash in between', async () => {
  const { deps, ana, failures } = await world();
  deps.clock.advance(10 * A_YEAR_MS);
  const vault = { ...deps.vault, erase: () => Promise.reject(new Error('crash')) };
  expect(await destroyFiscalKeys({ ...deps, vault })()).toBe(0);
  expect(failures).toEqual([`${ana.subjectId}: Error: crash`]);
  expect(await typesOf(deps.eventStore, ana.stream)).toContain('FiscalKeyDestroyed');
  expect(await deps.vault.open(ana.kept)).not.toBeNull();
  deps.clock.advance(A_YEAR_MS);
  expect(await destroyFiscalKeys(deps)()).toBe(1);
  expect(await deps.vault.open(ana.kept)).toBeNull();
  expect(await typesOf(deps.eventStore, ana.stream)).toEqual(['UserRegistered', 'FiscalKeyDestroyed']);
});

test('reports the keys of 250 unknown users, and destroys the others, over several pages', async () => {
  const { deps, failures, run } = await world();
  for (let n = 0; n < 250; n += 1) await deps.vault.seal(`fiscal:0-nobody-${n}`, 'x');
  deps.clock.advance(10 * A_YEAR_MS);
  expect(await run()).toBe(1);
  expect(failures).toHaveLength(250);
  expect(failures[0]).toContain('No such user');
});

test('keeps a returning user’s data under a new key', async () => {
  const { deps, ana, run } = await world();
  deps.clock.advance(10 * A_YEAR_MS);
  await run();
  const state = await stateOf(deps.eventStore, user, ana.userId);
  if (state.status === 'NONE') throw new Error('no user');
  const subjectId = fiscalSubjectNow(ana.userId, state);
  expect(subjectId).toBe(`fiscal:${ana.userId}:2`);
  const kept = await deps.vault.seal(subjectId, 'new');
  expect(await run()).toBe(0);
  deps.clock.advance(11 * A_YEAR_MS);
  expect(await run()).toBe(1);
  expect(await deps.vault.open(kept)).toBeNull();
});
