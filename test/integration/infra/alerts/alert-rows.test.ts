import { alertOf } from '../../../../commands/alerts/alert-of';
import { type AlertRows, alertRows, openAlertsByKind, type RaisedAlert } from '../../../../infra/alerts/alert-rows';
import { createQuery } from '../../../../infra/postgres/query';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { openTenants, type Tenants } from '../postgres/tenants';

let tenants: Tenants;
let rows: AlertRows;
beforeAll(async () => {
  tenants = await openTenants();
  rows = alertRows(createQuery(tenants.pool));
});
afterEach(() => tenants.pool.query('TRUNCATE lastro.alerts'));
afterAll(() => tenants.close());

const raised = (differences: Partial<RaisedAlert> = {}): RaisedAlert => ({
  ...{ kind: 'payout-unknown', subject: 'cashout-a k1', says: 'still unknown', severity: 0 },
  ...{ facts: { stream: 'cashout-a' }, raisedAt: time(0), ...differences },
});
const only = async () => {
  const [alert, ...more] = await rows.open();
  if (alert === undefined || more.length > 0) throw new Error(`${more.length} more than one alert`);
  return alert;
};

const close = (subject: string) => rows.close('payout-unknown', subject, { now: time(20), because: 'over' });

describe('the record of a kind and a subject', () => {
  test('is reported when it opens, and not when any process sees its cause again', async () => {
    expect(await rows.raise([raised()], 't1')).toMatchObject([{ openedAt: time(0), says: 'still unknown' }]);
    expect(await rows.raise([raised({ raisedAt: time(5) })], 't2')).toEqual([]);
    expect(await only()).toEqual({
      ...{ kind: 'payout-unknown', subject: 'cashout-a k1', says: 'still unknown', facts: { stream: 'cashout-a' } },
      ...{ openedAt: time(0), raisedAt: time(5) },
    });
  });

  test('is reported by one of many processes that raise it at once', async () => {
    const tellers = Array.from({ length: 8 }, (_, index) => `t${index}`);
    const subjects = ['a', 'b', 'c'];
    const told = await Promise.all(
      tellers.map((teller, index) => {
        const alerts = subjects.map((subject) => raised({ subject }));
        return rows.raise(index % 2 === 0 ? alerts : alerts.reverse(), teller);
      }),
    );
    expect(
      told
        .flat()
        .map(({ subject }) => subject)
        .sort(),
    ).toEqual(subjects);
  });

  test('is reported again when it is more serious, but not when it is less serious', async () => {
    await rows.raise([raised()], 't1');
    const graver = raised({ says: 'an operator must decide', severity: 1 });
    expect(await rows.raise([graver], 't2')).toMatchObject([{ says: 'an operator must decide', openedAt: time(0) }]);
    expect(await rows.raise([raised({ raisedAt: time(2) })], 't3')).toEqual([]);
    expect(await rows.raise([graver], 't4')).toEqual([]);
    expect(await only()).toMatchObject({ says: 'an operator must decide', raisedAt: time(2) });
  });

  test('keeps its age at a check that began earlier and ended later', async () => {
    await rows.raise([raised({ raisedAt: time(9) })], 't1');
    await rows.raise([raised({ raisedAt: time(3) })], 't2');
    expect(await only()).toMatchObject({ openedAt: time(9), raisedAt: time(9) });
  });
});

test('has a key that fits the longest subject', async () => {
  const facts = { stream: '\u20ac'.repeat(500), providerKey: '\u20ac'.repeat(500), detail: '\u20ac'.repeat(500) };
  const { kind, subject, severity } = alertOf('A provider contradicts itself about a payout', facts);
  expect(await rows.raise([raised({ kind, subject, severity, facts })], 't1')).toHaveLength(1);
});

describe('closing', () => {
  test('is done once, and a returning cause opens the alert again', async () => {
    await rows.raise([raised({ severity: 1 })], 't1');
    const closed = await Promise.all(Array.from({ length: 5 }, () => close('cashout-a k1')));
    expect(closed.filter((alert) => alert !== null)).toMatchObject([{ openedAt: time(0) }]);
    expect(await rows.open()).toEqual([]);
    const again = await rows.raise([raised({ says: 'again', raisedAt: time(30) })], 't2');
    expect(again).toMatchObject([{ says: 'again', openedAt: time(30) }]);
  });

  test('keeps closed alerts for the given time, and open ones without limit', async () => {
    await rows.raise([raised({ subject: 'a' }), raised({ subject: 'b' })], 't1');
    await close('a');
    expect(await rows.removeClosed(time(20))).toBe(0);
    expect(await rows.removeClosed(time(21))).toBe(1);
    expect(await only()).toMatchObject({ subject: 'b' });
    expect(await close('a')).toBeNull();
  });
});

test('reminds of an open alert after a time without a report, once', async () => {
  await rows.raise([raised({ subject: 'old' }), raised({ subject: 'new', raisedAt: time(50) })], 't1');
  const told = await Promise.all(['t2', 't3'].map((teller) => rows.remind(time(60), time(40), teller)));
  expect(told.flat()).toMatchObject([{ subject: 'old', openedAt: time(0), raisedAt: time(0) }]);
  expect(await rows.remind(time(61), time(40), 't4')).toEqual([]);
});

test('counts open alerts by kind, including 0 and kinds of other versions', async () => {
  const query = createQuery(tenants.pool);
  expect((await openAlertsByKind(query)).get('payout-unknown')).toBe(0);
  await rows.raise([raised({ subject: 'a' }), raised({ subject: 'b' }), raised({ kind: 'of-tomorrow' })], 't1');
  await close('a');
  const counts = await openAlertsByKind(query);
  expect([counts.get('payout-unknown'), counts.get('of-tomorrow'), counts.get('clock-wrong')]).toEqual([1, 1, 0]);
});

test('hides alerts from the role of partners', async () => {
  await expect(
    tenants.pool.query('BEGIN; SET LOCAL ROLE lastro_api; SELECT * FROM lastro.alerts; COMMIT'),
  ).rejects.toThrow('permission denied');
});
