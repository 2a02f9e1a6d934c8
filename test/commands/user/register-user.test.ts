import type { KeyVault } from '../../../commands/ports/key-vault';
import { type RegisterUser, registerUser } from '../../../commands/user/register-user';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, core, happened, typesOf } from '../../core';

const wallet = { pubkey: '0xbb', blockchain: 'ethereum' };
const input: RegisterUser = { partnerId: 'p1', mode: 'sandbox', externalUserId: 'ext-1', wallet };

const firstOf = async (deps: ReturnType<typeof core>, userId: string) => {
  const [first] = await deps.eventStore.readStream(`user-${userId}`);
  if (first?.type !== 'UserRegistered') throw new Error('not registered');
  return first;
};

test('registers a user with the external id sealed and the wallet in clear', async () => {
  const deps = core();
  const { userId, created, position } = await registerUser(deps)(input, asking());
  const first = await firstOf(deps, userId);
  expect([created, position]).toEqual([true, first.position]);
  expect(first.data).toMatchObject({ userId, partnerId: 'p1', mode: 'sandbox', wallet });
  expect(JSON.stringify([first.data, first.metadata])).not.toContain('ext-1');
  expect(await deps.vault.open(first.data.externalUserId!)).toBe('ext-1');
  expect(first.metadata).toMatchObject({ subjectId: userId, partnerId: 'p1' });
});

test('finds the same user again by any of the ids', async () => {
  const deps = core();
  const first = await registerUser(deps)(input, asking('first'));
  deps.clock.advance(1_000);
  for (const [index, differences] of [{}, { wallet: null }, { externalUserId: null }].entries()) {
    const again = await registerUser(deps)({ ...input, ...differences }, asking(`again${index}`));
    expect(again).toEqual({ userId: first.userId, created: false, position: first.position });
  }
  expect(await typesOf(deps.eventStore, `user-${first.userId}`)).toEqual(['UserRegistered']);
});

test('links the first wallet of a known user', async () => {
  const deps = core();
  const { userId } = await registerUser(deps)({ ...input, wallet: null }, asking('first'));
  deps.clock.advance(1_000);
  const second = await registerUser(deps)(input, asking('second'));
  expect(second).toMatchObject({ userId, created: false, position: await deps.eventStore.head() });
  expect(await typesOf(deps.eventStore, `user-${userId}`)).toEqual(['UserRegistered', 'WalletLinked']);
});

test.each([
  { partnerId: 'p2' },
  { mode: 'live' as const },
])('keeps ids unique within partner and mode: %j', async (other) => {
  const deps = core();
  const first = await registerUser(deps)(input, asking('first'));
  const second = await registerUser(deps)({ ...input, ...other }, asking('second'));
  expect(second.created).toBe(true);
  expect(second.userId).not.toBe(first.userId);
});

describe('users who are not merged', () => {
  const other = { pubkey: '0xcc', blockchain: 'ethereum' };
  const alice = { ...input, externalUserId: 'alice' };

  test.each<[string, readonly Partial<RegisterUser>[], Partial<RegisterUser>]>([
    ['a new external id with a known wallet', [alice], { externalUserId: 'bob' }],
    ['a first external id for a known wallet', [{ externalUserId: null }], { externalUserId: 'bob' }],
    ['another wallet of a known user', [alice], { ...alice, wallet: other }],
    ['the same address on another chain', [alice], { ...alice, wallet: { ...wallet, blockchain: 'polygon' } }],
    ['ids of two users', [{ ...alice, wallet: null }, { externalUserId: null }], alice],
    ['the wallet of another user', [alice, { externalUserId: 'bob', wallet: other }], { externalUserId: 'bob' }],
    [
      "a first wallet that is another user's",
      [alice, { externalUserId: 'bob', wallet: null }],
      { externalUserId: 'bob' },
    ],
  ])('refuses %s with USER_CONFLICT, and claims no id', async (_what, before, asked) => {
    const deps = core();
    const registered = [];
    for (const [index, each] of before.entries()) {
      registered.push(await registerUser(deps)({ ...input, ...each }, asking(`before${index}`)));
    }
    const head = await deps.eventStore.head();
    await expect(registerUser(deps)({ ...input, ...asked }, asking('both'))).rejects.toMatchObject({
      rejection: { code: 'USER_CONFLICT' },
    });
    expect(await deps.eventStore.head()).toEqual(head);
    for (const [index, each] of before.entries()) {
      const again = await registerUser(deps)({ ...input, ...each }, asking(`again${index}`));
      expect(again.userId).toBe(registered[index]?.userId);
    }
    const free = await registerUser(deps)(
      { ...input, externalUserId: null, wallet: { ...other, pubkey: '0xdd' } },
      asking('new'),
    );
    expect(registered.map(({ userId }) => userId)).not.toContain(free.userId);
  });

  test('records an external id in an event when only the look-ups have it', async () => {
    const deps = core();
    const { userId } = await registerUser(deps)({ ...input, externalUserId: null }, asking('first'));
    const lookup = { partnerId: 'p1', mode: 'sandbox', kind: 'EXTERNAL_USER_ID', value: 'ext-1' } as const;
    await deps.vault.claim(lookup, userId);
    expect((await registerUser(deps)(input, asking('second'))).userId).toBe(userId);
    expect(await typesOf(deps.eventStore, `user-${userId}`)).toEqual(['UserRegistered', 'ExternalIdChanged']);
  });

  test('keeps the external id of the event when the look-ups have a different id', async () => {
    const deps = core();
    const { userId } = await registerUser(deps)(alice, asking('first'));
    await deps.vault.claim({ partnerId: 'p1', mode: 'sandbox', kind: 'EXTERNAL_USER_ID', value: 'bob' }, userId);
    for (const bob of [{ externalUserId: 'bob' }, { externalUserId: 'bob', wallet: null }]) {
      await expect(registerUser(deps)({ ...input, ...bob }, asking('bob'))).rejects.toMatchObject({
        rejection: { code: 'USER_CONFLICT' },
      });
    }
  });

  test('finishes the claims of a crashed registration on its repetition', async () => {
    const deps = core();
    const crash = { ...deps.eventStore, append: () => Promise.reject(new Error('crash')) };
    await expect(registerUser({ ...deps, eventStore: crash })(input, asking('first'))).rejects.toThrow('crash');
    const { userId, created } = await registerUser(deps)(input, asking('second'));
    expect(created).toBe(true);
    expect((await registerUser(deps)({ ...input, externalUserId: null }, asking('third'))).userId).toBe(userId);
  });

  test('finishes an interrupted erasure on the next request for the ids', async () => {
    const deps = core();
    const first = await registerUser(deps)(input, asking('first'));
    await happened(deps.eventStore, event('SubjectErased', { subjectId: first.userId }));
    const second = await registerUser(deps)(input, asking('second'));
    expect(second).toMatchObject({ created: true });
    expect(second.userId).not.toBe(first.userId);
  });
});

describe('an external id that is the id of a user', () => {
  test('is refused in any form, within partner and mode', async () => {
    const deps = core();
    const { userId } = await registerUser(deps)(input, asking('first'));
    const asked = { ...input, externalUserId: userId, wallet: null };
    await expect(registerUser(deps)(asked, asking('second'))).rejects.toMatchObject({
      rejection: { code: 'VALIDATION_ERROR', fieldErrors: { externalUserId: expect.any(String) } },
    });
    for (const elsewhere of [{ partnerId: 'p2' }, { mode: 'live' as const }]) {
      expect((await registerUser(deps)({ ...asked, ...elsewhere }, asking(JSON.stringify(elsewhere)))).created).toBe(
        true,
      );
    }
    const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e';
    expect((await registerUser(deps)({ ...asked, externalUserId: uuid }, asking('uuid'))).created).toBe(true);
  });
});

describe('two simultaneous registrations', () => {
  /** Every call to the vault yields first, so that the two runs alternate. */
  const alternating = (vault: KeyVault): KeyVault => ({
    ...vault,
    find: async (lookup) => {
      const found = await vault.find(lookup);
      await new Promise(setImmediate);
      return found;
    },
    claim: async (lookup, subjectId) => {
      await new Promise(setImmediate);
      return vault.claim(lookup, subjectId);
    },
  });

  const racing = async (...inputs: readonly RegisterUser[]) => {
    const deps = core();
    const vault = alternating(deps.vault);
    const register = registerUser({ ...deps, vault });
    return {
      deps,
      register,
      users: await Promise.all(inputs.map((each, index) => register(each, asking(`r${index}`)))),
    };
  };

  test('make one user when they are equal', async () => {
    const { deps, users } = await racing(input, input, input);
    expect(new Set(users.map(({ userId }) => userId)).size).toBe(1);
    expect(await typesOf(deps.eventStore, `user-${users[0]?.userId}`)).toEqual(['UserRegistered']);
  });

  test('keep the wallet of the slower one', async () => {
    const { deps, users } = await racing({ ...input, wallet: null }, input);
    expect(new Set(users.map(({ userId }) => userId)).size).toBe(1);
    expect(await typesOf(deps.eventStore, `user-${users[0]?.userId}`)).toEqual(['UserRegistered', 'WalletLinked']);
  });

  test('link one of two first wallets, and do not claim the other', async () => {
    const deps = core();
    const { userId } = await registerUser(deps)({ ...input, wallet: null }, asking('first'));
    const wallets = [wallet, { ...wallet, pubkey: '0xcc' }];
    const register = registerUser({ ...deps, vault: alternating(deps.vault) });
    const results = await Promise.allSettled(
      wallets.map((each, index) => register({ ...input, wallet: each }, asking(`race${index}`))),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = wallets[results.findIndex(({ status }) => status === 'rejected')] ?? wallet;
    const another = await registerUser(deps)({ ...input, externalUserId: null, wallet: lost }, asking('another'));
    expect(another.created).toBe(true);
    expect(another.userId).not.toBe(userId);
  });

  test('give one wallet to one of two external ids', async () => {
    const deps = core();
    const register = registerUser({ ...deps, vault: alternating(deps.vault) });
    const results = await Promise.allSettled(
      ['alice', 'bob'].map((externalUserId) => register({ ...input, externalUserId }, asking(externalUserId))),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = results.find(({ status }) => status === 'rejected');
    expect(lost).toMatchObject({ reason: { rejection: { code: 'USER_CONFLICT' } } });
  });
});
