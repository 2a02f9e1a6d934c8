import { rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { accounts } from '../../../projections/accounts';
import { partners } from '../../../read-models/partners/partners';
import { partnerReader } from '../../../read-models/reader';
import {
  findStandings,
  findTokenHolders,
  findUser,
  findUsersByPubkey,
  listUsers,
  shownKycStatus,
  type UserRow,
  users,
} from '../../../read-models/users/users';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

const user = rowAfter(accounts, users, recorded('UserRegistered'));
const partner = rowAfter(accounts, partners, recorded('PartnerOnboarded'));
const stored = (...differences: readonly Partial<UserRow>[]) =>
  models.store(...differences.map((columns) => row(users, { ...user, ...columns })));

describe('a user', () => {
  test('is found within its (partner, mode)', async () => {
    await stored({});
    expect(await findUser(partnerReader(models.query, { partnerId: 'p1', mode: 'sandbox' }), 'u1')).toEqual(user);
    expect(await findUser(partnerReader(models.query, { partnerId: 'p2', mode: 'sandbox' }), 'u1')).toBeNull();
    expect(await findUser(partnerReader(models.query, { partnerId: 'p1', mode: 'live' }), 'u1')).toBeNull();
  });

  test('is not found after its erasure', async () => {
    await stored({ erased: true });
    expect(await findUser(partnerReader(models.query, { partnerId: 'p1', mode: 'sandbox' }), 'u1')).toBeNull();
    expect(await findUsersByPubkey(partnerReader(models.query, { partnerId: 'p1', mode: 'sandbox' }), '0xbb')).toEqual(
      [],
    );
    expect(await listUsers(partnerReader(models.query, { partnerId: 'p1', mode: 'sandbox' }), { limit: 5 })).toEqual(
      [],
    );
  });

  test.each([
    [false, 'APPROVED'],
    [true, 'BLOCKED'],
  ])('blocked: %s is shown as %s', (blocked, shown) => {
    expect(shownKycStatus({ blocked, kyc_status: 'APPROVED' })).toBe(shown);
  });
});

test('shows the standing of users by their rows, without the erased', async () => {
  await stored(
    { user_id: 'u1', kyc_status: 'APPROVED' },
    { user_id: 'u2', kyc_status: 'REJECTED' },
    { user_id: 'u3', kyc_status: 'APPROVED', blocked: true },
    { user_id: 'u4', kyc_status: 'APPROVED', erased: true },
    { user_id: 'u5' },
  );
  const standings = await findStandings(models.query, ['u1', 'u2', 'u3', 'u4', 'nobody']);
  expect(Object.fromEntries(standings)).toEqual({ u1: 'APPROVED', u2: 'REJECTED', u3: 'BLOCKED' });
});

test('finds the users of an address on every chain, at most two', async () => {
  await stored(
    {},
    { user_id: 'u2', blockchain: 'polygon' },
    { user_id: 'u3', blockchain: 'bsc' },
    { user_id: 'u4', pubkey: '0xcc' },
  );
  expect(
    await findUsersByPubkey(partnerReader(models.query, { partnerId: 'p1', mode: 'sandbox' }), '0xbb'),
  ).toHaveLength(2);
  expect(
    (await findUsersByPubkey(partnerReader(models.query, { partnerId: 'p1', mode: 'sandbox' }), '0xcc')).map(
      ({ user_id }) => user_id,
    ),
  ).toEqual(['u4']);
});

test('finds the users of many tokens in one query, with the standing of user and partner', async () => {
  await stored(
    { blocked: true, kyc_status: 'APPROVED' },
    { user_id: 'u2', mode: 'live' },
    { user_id: 'u3', erased: true },
  );
  await models.store(row(partners, { ...partner, status: 'REVOKED', fee_markup_basis_points: 25 }));
  const holders = await findTokenHolders(models.query, ['u1', 'u2', 'u3', 'u4']);
  expect(holders.get('u1')).toEqual({
    user_id: 'u1',
    partner_id: 'p1',
    mode: 'sandbox',
    pubkey: '0xbb',
    external_user_id: user.external_user_id,
    kyc_status: 'APPROVED',
    blocked: true,
    partner_status: 'REVOKED',
    ip_allowlist: [],
    fee_markup_basis_points: 25,
    features: {},
  });
  expect([...holders.keys()].sort()).toEqual(['u1', 'u2']);
  expect(holders.get('u2')?.mode).toBe('live');
});
