import { alertRows } from '../../../infra/alerts/alert-rows';
import { createQuery } from '../../../infra/postgres/query';
import { startAlertSweeper } from '../../../src/bin/wiring/alert-sweeper';
import { core } from '../../core';
import { offering } from '../../doubles/scripted-provider';
import { openTenants, type Tenants } from '../infra/postgres/tenants';

let tenants: Tenants;
beforeAll(async () => {
  tenants = await openTenants();
});
afterAll(() => tenants.close());

const lookOnce = async () => {
  const ports = core();
  const lines: object[] = [];
  const logger = { error: (facts: object) => lines.push(facts), warn: (facts: object) => lines.push(facts) };
  const query = createQuery(tenants.pool);
  await startAlertSweeper({ ...ports, query, payoutProviders: offering() }, logger as never)();
  return { alerts: ports.alerts, lines };
};

test('raises parked streams and absent providers at the start, and closes ended alerts', async () => {
  await tenants.pool.query(`
    INSERT INTO lastro.parked_streams (projection, stream, from_revision, from_commit, from_prepare, error)
      VALUES ('deposits', 'deposit-1', 0, 0, 0, 'poison');
    INSERT INTO lastro.payouts (provider_key, stream, partner_id, mode, attempt, amount_cents, status, provider,
        requested_at, updated_at)
      VALUES ('k1', 'cashout-1', 'p1', 'live', 1, 100, 'UNKNOWN', 'a', now(), now())`);
  const over = { kind: 'transaction-unread', subject: 'ethereum 0x1', says: 'It cannot be read', severity: 0 };
  const facts = { network: 'ethereum', txid: '0x1' };
  await alertRows(createQuery(tenants.pool)).raise([{ ...over, facts, raisedAt: new Date(0).toISOString() }], 't1');
  expect(await lookOnce()).toMatchObject({
    alerts: [
      { facts: { projection: 'deposits', stream: 'deposit-1', error: 'poison' } },
      { facts: { provider: 'a', mode: 'live', payouts: '1' } },
    ],
    lines: [{ alert: 'transaction-unread', closed: true, txid: '0x1' }],
  });
});
