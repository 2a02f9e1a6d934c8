import { alertRows } from '../../../infra/alerts/alert-rows';
import { createAlerts } from '../../../infra/alerts/alerts';
import { createQuery } from '../../../infra/postgres/query';
import { tellContradictions } from '../../../src/bin/alert-sweeper';
import { core } from '../../core';
import { openTenants, type Tenants } from '../postgres/tenants';

const NOW = Date.parse('2026-05-02T12:00:00.000Z');
const AT = '2026-05-02T11:00:00.000Z';
const LONG_AGO = '2026-05-01T11:00:00.000Z';

let tenants: Tenants;
beforeAll(async () => {
  tenants = await openTenants();
});
afterAll(() => tenants.close());
beforeEach(() => tenants.pool.query('TRUNCATE lastro.alerts, lastro.audit_trail'));

let recorded = 0;
const record = (stream: string, type: string, data: object, at = AT) => {
  recorded += 1;
  return tenants.pool.query(
    `INSERT INTO lastro.audit_trail (event_id, position_commit, stream, revision, type, at, actor_kind, actor_id,
        correlation_id, causation_id, data)
      VALUES ($1, 1, $2, 1, $3, $4, 'system', 'payouts', 'c', 'd', $5)`,
    [String(recorded), stream, type, at, JSON.stringify(data)],
  );
};

/** As each minute does it, in a process that has told nothing yet. */
const sweep = async () => {
  const query = createQuery(tenants.pool);
  const { clock, ids } = core();
  const logger = { error: () => undefined };
  const { alert, close } = createAlerts({ rows: alertRows(query), clock, ids, logger });
  const told: unknown[] = [];
  await tellContradictions({
    ...{ query, clock: { ...clock, now: () => NOW } },
    alert: (says, facts) => {
      told.push([says, facts]);
      alert(says, facts);
    },
  });
  await close();
  return told;
};

const PAYOUT = { providerKey: 'k1', settledNow: true, detail: 'paid twice', contradictedAt: AT };

test('a contradiction whose process died before its alert is told, once', async () => {
  await record('cashout-1', 'PayoutContradicted', PAYOUT);
  await record('withdrawal-1', 'RedemptionContradicted', { redemptionKey: 'r1', detail: 'another wallet' });
  await record('cashin-1', 'CashinContradicted', { about: 'E1', detail: 'unpaid again' });
  await record('cashin-1', 'CashinExpired', { detail: 'no contradiction' });
  const told = await sweep();
  expect(told).toHaveLength(3);
  expect(told).toEqual(
    expect.arrayContaining([
      [
        'A provider contradicts itself about a payout',
        { stream: 'cashout-1', providerKey: 'k1', detail: PAYOUT.detail },
      ],
      [
        'A redemption contradicts itself about a debit',
        { stream: 'withdrawal-1', redemptionKey: 'r1', detail: 'another wallet' },
      ],
      ['A provider contradicts itself about a cash-in', { stream: 'cashin-1', about: 'E1', detail: 'unpaid again' }],
    ]),
  );
  expect(await sweep()).toEqual([]);
});

test('what an operator has closed is not told again', async () => {
  await record('cashout-1', 'PayoutContradicted', { ...PAYOUT, detail: 'd' });
  expect(await sweep()).toHaveLength(1);
  const rows = alertRows(createQuery(tenants.pool));
  const [open] = await rows.list({ kind: '', subject: '' }, 10);
  expect(open && (await rows.close(open, AT, 'settled by hand'))).toBe(true);
  expect(await sweep()).toEqual([]);
});

test('what is older than a day is not looked at', async () => {
  await record('cashout-1', 'PayoutContradicted', PAYOUT, LONG_AGO);
  expect(await sweep()).toEqual([]);
});
