import { alertRows } from '../../../../infra/alerts/alert-rows';
import { createAlerts } from '../../../../infra/alerts/alerts';
import { RECENT } from '../../../../infra/alerts/missed-alarms';
import { createQuery } from '../../../../infra/postgres/query';
import { raiseMissed } from '../../../../src/bin/wiring/alert-sweeper';
import { core } from '../../../core';
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

/** The check of each minute, in a process that has reported nothing yet. */
const sweep = async () => {
  const query = createQuery(tenants.pool);
  const { clock, ids } = core();
  const logger = { error: () => undefined };
  const { alert, close } = createAlerts({ rows: alertRows(query), clock, ids, logger });
  const told: unknown[] = [];
  await raiseMissed({
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

test('raises a contradiction once when its process ended before the alert', async () => {
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

test('raises no alert again that an operator has closed', async () => {
  await record('cashout-1', 'PayoutContradicted', { ...PAYOUT, detail: 'd' });
  expect(await sweep()).toHaveLength(1);
  const rows = alertRows(createQuery(tenants.pool));
  const closing = { now: AT, because: 'settled by hand' };
  expect(await rows.close('payout-contradicted', 'cashout-1 k1 d', closing)).toMatchObject({ facts: { detail: 'd' } });
  expect(await sweep()).toEqual([]);
});

test('ignores alarms that are older than a day', async () => {
  await record('cashout-1', 'PayoutContradicted', PAYOUT, LONG_AGO);
  expect(await sweep()).toEqual([]);
});

test('raises each kind of alarm about a payment or a person, and no other event of that type', async () => {
  const session = { sessionId: 'ses1', provider: 'sandbox' };
  await record('cashin-1', 'CashinCompleted', { intentId: '1', splitCents: '25', splitOwedCents: '75' });
  await record('cashin-2', 'CashinCompleted', { intentId: '2', splitCents: '75' });
  await record('cashin-3', 'CashinFailed', { splitAppliedCents: '75' });
  await record('cashin-4', 'CashinFailed', { splitAppliedCents: '0' });
  await record('cashin-5', 'ChargeRefundRejected', { endToEndId: 'E1', nextAttemptAt: null });
  await record('cashin-6', 'ChargeRefundRejected', { endToEndId: 'E1', nextAttemptAt: AT });
  await record('kycSession-1', 'KycSessionStatusChanged', { ...session, rejectionReason: 'SANCTIONS' });
  await record('kycSession-2', 'KycSessionStatusChanged', { ...session, rejectionReason: 'PEP' });
  await record('kycSession-3', 'KycSessionStatusChanged', { ...session, rejectionReason: null });
  const told = await sweep();
  expect(told).toHaveLength(4);
  expect(told).toEqual(
    expect.arrayContaining([
      [
        'A charge was not split: the service owes the partner its part',
        { stream: 'cashin-1', cents: '75', amountCents: '100' },
      ],
      ['The partner received its part of a PIX that pays no intent', { stream: 'cashin-3' }],
      ['A refund was refused: an operator must return the money', { stream: 'cashin-5', endToEndId: 'E1' }],
      ['A KYC provider found a person on a sanctions list', session],
    ]),
  );
  expect(await sweep()).toEqual([]);
});

test('reads alarms by their index', async () => {
  const client = await tenants.pool.connect();
  await client.query('BEGIN');
  await client.query('SET LOCAL enable_seqscan = off');
  const { rows } = await client.query(`EXPLAIN ${RECENT}`, [AT]);
  await client.query('ROLLBACK');
  client.release();
  expect(JSON.stringify(rows)).toContain('audit_trail_alarms');
});
