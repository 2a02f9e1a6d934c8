import request from 'supertest';
import { expectInvalid } from '../expect-problem';
import { httpSuite } from '../suite';

const suite = httpSuite({ fresh: true });

const USERS = '/api/v1/users';
const get = (query: string, owner = suite.partner, app = suite.world.app) =>
  request(app)
    .get(`${USERS}${query}`)
    .set({ Authorization: `Bearer ${owner.apiKey}` });
const register = async (body: object, owner = suite.partner): Promise<string> => {
  const answer = await request(suite.world.app)
    .post(USERS)
    .set({ Authorization: `Bearer ${owner.apiKey}` })
    .send(body);
  return answer.body.data.userId as string;
};
const idsOf = ({ body }: { body: { data: { userId: string }[] } }) => body.data.map(({ userId }) => userId);

it('finds a user by the partner’s id, within partner and mode', async () => {
  const [alice, bob] = [await register({ externalUserId: 'alice' }), await register({ externalUserId: 'bob' })];
  expect(idsOf(await get('?externalUserId=bob'))).toEqual([bob]);
  expect(idsOf(await get('?externalUserId=alice'))).toEqual([alice]);
  for (const other of ['carol', 'BOB', bob])
    expect([other, idsOf(await get(`?externalUserId=${other}`))]).toEqual([other, []]);
  const stranger = await suite.world.partner();
  expect(idsOf(await get('?externalUserId=bob', stranger))).toEqual([]);
  expect((await get('?externalUserId=bob')).body.meta).toEqual({ nextCursor: null, hasMore: false });
});

it('finds a user by the new id, and not by the former one', async () => {
  const userId = await register({ externalUserId: 'dora-1' });
  const changed = await request(suite.world.app)
    .put(`${USERS}/${userId}/external-id`)
    .set({ Authorization: `Bearer ${suite.partner.apiKey}` })
    .send({ externalUserId: 'dora-2' });
  expect(changed.body.data).toMatchObject({ userId, externalUserId: 'dora-2' });
  expect([idsOf(await get('?externalUserId=dora-1')), idsOf(await get('?externalUserId=dora-2'))]).toEqual([
    [],
    [userId],
  ]);
});

it('finds users by any spelling of their address, and requires both filters', async () => {
  const pubkey = `0x${'ab'.repeat(20)}`;
  const userId = await register({ pubkey, blockchain: 'ethereum', externalUserId: 'eve' });
  await register({ externalUserId: 'mallory' });
  expect(idsOf(await get(`?pubkey=0x${'AB'.repeat(20)}`))).toEqual([userId]);
  expect(idsOf(await get(`?pubkey=${pubkey}&externalUserId=eve`))).toEqual([userId]);
  expect(idsOf(await get(`?pubkey=${pubkey}&externalUserId=mallory`))).toEqual([]);
  expect(idsOf(await get(`?pubkey=0x${'ac'.repeat(20)}`))).toEqual([]);
});

it.each([
  ['externalUserId', ''],
  ['externalUserId', 'x'.repeat(129)],
  ['pubkey', '0x'],
])('refuses %s=%s', async (name, value) => expectInvalid(await get(`?${name}=${value}`), [name]));

it('shows users with the partner’s id, or null', async () => {
  await register({ externalUserId: 'pedido "17" 💳' });
  const { userId } = await suite.world.user(suite.partner);
  const shown = (await get('')).body.data as readonly { readonly externalUserId: string | null }[];
  // Both are registered in one moment of the world's clock: the order is that of random ids.
  expect(new Set(shown.map(({ externalUserId }) => externalUserId))).toEqual(new Set([null, 'pedido "17" 💳']));
  expect((await get(`/${userId}`)).body.data).toHaveProperty('externalUserId', null);
});

it('opens the ids of a list of 200 with one look-up', async () => {
  const { partnerId, mode } = suite.partner;
  const sealed = await Promise.all(
    Array.from({ length: 201 }, (_, index) => suite.world.ports.vault.seal(`many-${index}`, `customer-${index}`)),
  );
  await suite.world.pool.query(
    `INSERT INTO lastro.users (user_id, partner_id, mode, external_user_id, kyc_status, blocked, erased, created_at)
       SELECT 'many-' || i, $1, $2, ($3::jsonb)->i, 'PENDING', false, false, now() - i * interval '1 second'
         FROM generate_series(0, 200) i`,
    [partnerId, mode, JSON.stringify(sealed)],
  );
  const openAll = jest.fn(suite.world.deps.openAll);
  const listed = await get('?limit=200', suite.partner, suite.world.appWith({ openAll }));
  const { data }: { data: { externalUserId: string }[] } = listed.body;
  expect(data.map(({ externalUserId }) => externalUserId)).toEqual(
    Array.from({ length: 200 }, (_, index) => `customer-${index}`),
  );
  expect(openAll.mock.calls.map(([asked]) => asked.length)).toEqual([200]);
  await suite.world.ports.vault.erase('many-3');
  expect((await get('?limit=200')).body.data[3]).toMatchObject({ userId: 'many-3', externalUserId: null });
});
