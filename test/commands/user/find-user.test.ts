import { findUserId } from '../../../commands/user/find-user';
import { sealed } from '../../samples/sample-data';

const deps = {
  userNamed: async ({ userId }: { readonly userId: string }) =>
    ({
      u1: { externalUserId: sealed('u1', 'ext-1') },
      u2: { externalUserId: null },
      u3: { externalUserId: sealed('u3', 'u3') },
      u4: { externalUserId: sealed('u4', 'u2') },
    })[userId] ?? null,
  vault: {
    find: async ({ value }: { readonly value: string }) =>
      ({ 'ext-1': 'u1', 'given-up': 'u1', 'look-up-alone': 'u2', u3: 'u3', u2: 'u4', 'ext-9': 'erased' })[value] ??
      null,
    open: async ({ box }: { readonly box: string }) => box,
  },
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
  ['an address of two users, with the id of one', 'u1', '0xboth', 'u1'],
  ['B2: an id that its user has given up', 'given-up', null, null],
  ['B2: an id that only the look-ups know, of a user without one', 'look-up-alone', null, 'u2'],
  ['B3: an id that is ours and of the partner, of one user', 'u3', null, 'u3'],
  ['an id whose user is not there any more', 'ext-9', null, null],
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

test.each([null, '0x2'])('B3: an id of one user by ours and of another by the partner is refused', async (pubkey) => {
  await expect(find('u2', pubkey)).rejects.toMatchObject({
    rejection: { code: 'VALIDATION_ERROR', fieldErrors: { uid: expect.any(String) } },
  });
});
