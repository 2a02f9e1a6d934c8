import type { KeyVault } from '../../../commands/ports/key-vault';
import { type RegisterUser, registerUser } from '../../../commands/user/register-user';
import { asking, core, typesOf } from '../../core';

const wallet = { pubkey: '0xbb', blockchain: 'ethereum' };
const input: RegisterUser = { partnerId: 'p1', mode: 'sandbox', externalUserId: 'ext-1', wallet };

const firstOf = async (deps: ReturnType<typeof core>, userId: string) => {
  const [first] = await deps.eventStore.readStream(`user-${userId}`);
  if (first?.type !== 'UserRegistered') throw new Error('not registered');
  return first;
};

test('a user is registered; the external id is sealed, the wallet is not', async () => {
  const deps = core();
  const { userId, created, position } = await registerUser(deps)(input, asking());
  const first = await firstOf(deps, userId);
  expect([created, position]).toEqual([true, first.position]);
  expect(first.data).toMatchObject({ userId, partnerId: 'p1', mode: 'sandbox', wallet });
  expect(JSON.stringify([first.data, first.metadata])).not.toContain('ext-1');
  expect(await deps.vault.open(first.data.externalUserId!)).toBe('ext-1');
  expect(first.metadata).toMatchObject({ subjectId: userId, partnerId: 'p1' });
});

test('asking again finds the same user, by any of the ids', async () => {
  const deps = core();
  const first = await registerUser(deps)(input, asking('first'));
  deps.clock.advance(1_000);
  for (const [index, differences] of [{}, { wallet: null }, { externalUserId: null }].entries()) {
    const again = await registerUser(deps)({ ...input, ...differences }, asking(`again${index}`));
    expect(again).toEqual({ userId: first.userId, created: false, position: first.position });
  }
  expect(await typesOf(deps.eventStore, `user-${first.userId}`)).toEqual(['UserRegistered']);
});

test('another wallet of a known user is linked', async () => {
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
])('ids are unique within (partner, mode): %j', async (other) => {
  const deps = core();
  const first = await registerUser(deps)(input, asking('first'));
  const second = await registerUser(deps)({ ...input, ...other }, asking('second'));
  expect(second.created).toBe(true);
  expect(second.userId).not.toBe(first.userId);
});

test('ids of two users are refused, and nobody is changed', async () => {
  const deps = core();
  const one = await registerUser(deps)({ ...input, wallet: null }, asking('one'));
  const two = await registerUser(deps)({ ...input, externalUserId: null }, asking('two'));
  await expect(registerUser(deps)(input, asking('both'))).rejects.toMatchObject({
    rejection: { code: 'VALIDATION_ERROR', fieldErrors: { pubkey: expect.any(String) } },
  });
  for (const { userId } of [one, two]) expect(await typesOf(deps.eventStore, `user-${userId}`)).toHaveLength(1);
});

test('nothing to know the user by is refused', async () => {
  const registering = registerUser(core())({ ...input, externalUserId: null, wallet: null }, asking());
  await expect(registering).rejects.toMatchObject({ rejection: { code: 'VALIDATION_ERROR' } });
});

describe('two at once', () => {
  /** Every call to the vault lets everybody else go first, so that the two runs alternate. */
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

  test('equal requests make one user', async () => {
    const { deps, users } = await racing(input, input, input);
    expect(new Set(users.map(({ userId }) => userId)).size).toBe(1);
    expect(await typesOf(deps.eventStore, `user-${users[0]?.userId}`)).toEqual(['UserRegistered']);
  });

  test('the wallet of the slower one is not lost', async () => {
    const { deps, users } = await racing({ ...input, wallet: null }, input);
    expect(new Set(users.map(({ userId }) => userId)).size).toBe(1);
    expect(await typesOf(deps.eventStore, `user-${users[0]?.userId}`)).toEqual(['UserRegistered', 'WalletLinked']);
  });
});
