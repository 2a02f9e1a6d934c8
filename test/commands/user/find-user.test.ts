import { findUserId } from '../../../commands/user/find-user';

const deps = {
  isUser: async ({ userId }: { readonly userId: string }) => userId === 'u1' || userId === 'u2',
  vault: { find: async ({ value }: { readonly value: string }) => (value === 'ext-1' ? 'u1' : null) },
  usersByPubkey: async ({ pubkey }: { readonly pubkey: string }) =>
    ({ '0x1': ['u1'], '0x2': ['u2'], '0xboth': ['u1', 'u2'] })[pubkey] ?? [],
};

const find = (uid: string | null, pubkey: string | null) =>
  findUserId(deps)({ partnerId: 'p1', mode: 'sandbox', uid, pubkey });

test.each([
  ['our own id', 'u1', null, 'u1'],
  ["the partner's id", 'ext-1', null, 'u1'],
  ['an unknown id', 'nobody', null, null],
  ['an address', null, '0x2', 'u2'],
  ['an unknown address', null, '0x9', null],
  ['both, when they agree', 'ext-1', '0x1', 'u1'],
  ['an address of two users, with the id of one', 'u2', '0xboth', 'u2'],
  ['an unknown id with a known address', 'nobody', '0x1', null],
  ['a known id with an unknown address', 'u1', '0x9', null],
  ['nothing', null, null, null],
])('%s', async (_name, uid, pubkey, expected) => {
  expect(await find(uid, pubkey)).toBe(expected);
});

test.each([
  ['an address of two users, without an id', null, '0xboth'],
  ["somebody else's address", 'u1', '0x2'],
])('%s is refused', async (_name, uid, pubkey) => {
  await expect(find(uid, pubkey)).rejects.toMatchObject({
    rejection: { code: 'VALIDATION_ERROR', fieldErrors: { pubkey: expect.any(String) } },
  });
});
