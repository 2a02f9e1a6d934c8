import { rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { accounts } from '../../../projections/accounts';
import { listPartners, listUserIds, listUsersOf } from '../../../read-models/operators/operator-lists';
import { findNamed, type PaymentNameRow, paymentNames } from '../../../read-models/operators/payment-names';
import { type PartnerRow, partners } from '../../../read-models/partners/partners';
import { type UserRow, users } from '../../../read-models/users/users';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

const partner = rowAfter(accounts, partners, recorded('PartnerOnboarded'));
const user = rowAfter(accounts, users, recorded('UserRegistered'));
const storedPartners = (...differences: readonly Partial<PartnerRow>[]) =>
  models.store(...differences.map((columns) => row(partners, { ...partner, ...columns })));
const storedUsers = (...differences: readonly Partial<UserRow>[]) =>
  models.store(...differences.map((columns) => row(users, { ...user, ...columns })));

test('lists partners page by page, newest first, also those of one moment', async () => {
  await storedPartners(
    { partner_id: 'p1', onboarded_at: time(1) },
    { partner_id: 'p2', onboarded_at: time(2) },
    { partner_id: 'p3', onboarded_at: time(2), status: 'REVOKED' },
  );
  const idsOf = async (cursor?: string) =>
    (await listPartners(models.query, { limit: 1, cursor }))?.map(({ partner_id: id }) => id);
  expect([await idsOf(), await idsOf('p3'), await idsOf('p2'), await idsOf('p1')]).toEqual([
    ['p3', 'p2'],
    ['p2', 'p1'],
    ['p1'],
    [],
  ]);
  expect(await listPartners(models.query, { limit: 1, cursor: 'p9' })).toBeNull();
});

describe('users of a partner', () => {
  const idsOf = async (asked: Partial<Parameters<typeof listUsersOf>[1]> = {}) =>
    (await listUsersOf(models.query, { partnerId: 'p1', modes: ['live', 'sandbox'], limit: 10, ...asked }))?.map(
      ({ user_id: id }) => id,
    );
  beforeEach(() =>
    storedUsers(
      { user_id: 'u1', created_at: time(1) },
      { user_id: 'u2', created_at: time(2), mode: 'live' },
      { user_id: 'u3', created_at: time(3) },
      { user_id: 'u4', created_at: time(3), mode: 'live' },
      { user_id: 'u5', created_at: time(4), partner_id: 'p2' },
      { user_id: 'u6', created_at: time(5), erased: true },
    ),
  );

  test('are listed over both modes, newest first, without the erased', async () => {
    expect(await idsOf()).toEqual(['u4', 'u3', 'u2', 'u1']);
    expect(await idsOf({ modes: ['live'] })).toEqual(['u4', 'u2']);
    expect(await idsOf({ partnerId: 'p9' })).toEqual([]);
  });

  test.each([['u5'], ['u9']])('reject the cursor of another partner: %s', async (cursor) => {
    expect(await idsOf({ cursor })).toBeUndefined();
    expect(await listUsersOf(models.query, { partnerId: 'p1', modes: ['live'], limit: 1, cursor })).toBeNull();
  });

  test('are listed by id, without the erased', async () => {
    expect(await listUserIds(models.query, '', 3)).toEqual(['u1', 'u2', 'u3']);
    expect(await listUserIds(models.query, 'u3', 3)).toEqual(['u4', 'u5']);
  });
});

describe('payments by a name', () => {
  const name = (payment_id: string, partner_id: string, text: string, since: number): PaymentNameRow => ({
    ...{ name_key: `${payment_id} REFERENCE ${text}`, name: text, named_by: 'REFERENCE', payment_id, kind: 'CASHOUT' },
    ...{ partner_id, mode: 'sandbox', since: time(since) },
  });
  const idsOf = async (partnerId: string | null, limit = 10) =>
    (await findNamed(models.query, ['order-7', 'ORDER-7'], partnerId, limit)).map(({ payment_id }) => payment_id);
  beforeEach(() =>
    models.store(
      ...[name('i1', 'p1', 'order-7', 1), name('i2', 'p2', 'order-7', 2), name('i3', 'p1', 'order-70', 3)].map((each) =>
        row(paymentNames, each),
      ),
      row(paymentNames, name('i4', 'p1', 'order-7', 4)),
    ),
  );

  test('shows the newest first, of one partner or of all, and no more than asked for', async () => {
    expect([await idsOf(null), await idsOf('p1'), await idsOf(null, 1)]).toEqual([
      ['i4', 'i2', 'i1'],
      ['i4', 'i1'],
      ['i4'],
    ]);
  });
});
