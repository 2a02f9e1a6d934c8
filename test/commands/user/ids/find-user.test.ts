import { findUserId } from '../../../../commands/user/ids/find-user';
import { sealed } from '../../../../packages/testing/src/samples/sample-data';

const [U1, U2, U3, U4] = [1, 2, 3, 4].map((number) => `00000000-0000-4000-8000-00000000000${number}`) as [
  string,
  string,
  string,
  string,
];

const deps = {
  userNamed: async ({ userId }: { readonly userId: string }) =>
    ({
      [U1]: { externalUserId: sealed(U1, 'ext-1') },
      [U2]: { externalUserId: null },
      [U3]: { externalUserId: sealed(U3, U3) },
      [U4]: { externalUserId: sealed(U4, U2) },
    })[userId] ?? null,
  vault: {
    find: async ({ value }: { readonly value: string }) =>
      ({ 'ext-1': U1, 'given-up': U1, 'look-up-alone': U2, [U3]: U3, [U2]: U4, 'ext-9': 'erased' })[value] ?? null,
    open: async ({ box }: { readonly box: string }) => box,
  },
  usersByPubkey: async ({ pubkey }: { readonly pubkey: string }) =>
    ({ '0x1': [U1], '0x2': [U2], '0xboth': [U1, U2] })[pubkey] ?? [],
};

const find = (uid: string | null, pubkey: string | null) =>
  findUserId(deps)({ partnerId: 'p1', mode: 'sandbox', uid, pubkey });

test.each([
  ['our own id', U1, null, U1],
  ["the partner's id", 'ext-1', null, U1],
  ['an unknown id', 'nobody', null, null],
  ['an address', null, '0x2', U2],
  ['an unknown address', null, '0x9', null],
  ['both, when they agree', 'ext-1', '0x1', U1],
  ['an address of two users, with the id of one', U1, '0xboth', U1],
  ['an id that its user has given up', 'given-up', null, null],
  ['an id that only the look-ups know, of a user without one', 'look-up-alone', null, U2],
  ['an id that is ours and of the partner, of one user', U3, null, U3],
  ['an id whose user is not there any more', 'ext-9', null, null],
  ['an unknown id with a known address', 'nobody', '0x1', null],
  ['a known id with an unknown address', U1, '0x9', null],
  ['nothing', null, null, null],
])('%s', async (_name, uid, pubkey, expected) => {
  expect(await find(uid, pubkey)).toBe(expected);
});

test.each([
  ['an address of two users, without an id', null, '0xboth'],
  ["somebody else's address", U1, '0x2'],
])('refuses %s', async (_name, uid, pubkey) => {
  await expect(find(uid, pubkey)).rejects.toMatchObject({
    rejection: { code: 'VALIDATION_ERROR', fieldErrors: { pubkey: expect.any(String) } },
  });
});

test.each([null, '0x2'])('refuses ids of two users', async (pubkey) => {
  await expect(find(U2, pubkey)).rejects.toMatchObject({
    rejection: { code: 'VALIDATION_ERROR', fieldErrors: { uid: expect.any(String) } },
  });
});
