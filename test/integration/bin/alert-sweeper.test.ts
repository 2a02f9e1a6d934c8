import { createStandings } from '../../../infra/chains/standing';
import { createQuery } from '../../../infra/postgres/query';
import { alertEvidence, alertOfParked } from '../../../src/bin/alert-sweeper';
import { core } from '../../core';
import { offering, scriptedProvider } from '../../doubles/scripted-provider';
import { withRequestedPayout } from '../../samples/paid-intent';
import { openTenants, type Tenants } from '../infra/postgres/tenants';

let tenants: Tenants;
beforeAll(async () => {
  tenants = await openTenants();
  await tenants.pool.query(`
    INSERT INTO lastro.parked_streams (projection, stream, from_revision, from_commit, from_prepare, error)
      VALUES ('deposits', 'deposit-1', 0, 0, 0, 'poison');
    INSERT INTO lastro.unread_transactions (network, txid, block_hash, height, memos, reason, since, tries, given_up_at)
      VALUES ('ethereum', '0x1', 'h', 1, '[]', 'away', now(), 1, NULL),
        ('ethereum', '0x2', 'h', 1, '[]', 'away', now(), 1, now()),
        ('ethereum', '0x2', 'i', 1, '[]', 'away', now(), 1, NULL),
        ('ethereum', '0x3', 'h', 1, '[]', 'away', now(), 1, now())`);
});
afterAll(() => tenants.close());

const evidenceOf = (ports: Pick<ReturnType<typeof core>, 'eventStore' | 'clock'>) => {
  const query = createQuery(tenants.pool);
  const payoutProviders = offering(scriptedProvider({ name: 'a' }).provider);
  const readStanding = createStandings(query, ports.clock);
  return alertEvidence({ eventStore: ports.eventStore, query, readStanding, payoutProviders });
};

test('D5: the end of a payout and of an intent is looked for in their streams', async () => {
  const ports = await withRequestedPayout();
  const { payoutIn, intentIn } = evidenceOf(ports);
  const owed = await payoutIn('cashout-cid1');
  expect(owed?.payout).toMatchObject({ phase: 'REQUESTED', providerKey: ports.providerKey });
  expect(await payoutIn('cashout-nobody')).toBeNull();
  await expect(payoutIn('nonsense')).rejects.toThrow('Not the name of a stream: nonsense');
  expect(await intentIn('cid1')).toMatchObject({ status: 'PROCESSING' });
});

test('D5: what is parked, and what cannot be read and nobody gave up on, is in its table', async () => {
  const { isParked, isUnread, hasOpenPayouts, isProviderThere, readStanding } = evidenceOf(core());
  expect(await Promise.all([isParked('deposits', 'deposit-1'), isParked('accounts', 'deposit-1')])).toEqual([
    true,
    false,
  ]);
  const unread = ['0x1', '0x2', '0x3', '0x4'].map((txid) => isUnread('ethereum', txid));
  expect(await Promise.all(unread)).toEqual([true, true, false, false]);
  expect(await isUnread('polygon', '0x1')).toBe(false);
  expect(await hasOpenPayouts('a', 'live')).toBe(false);
  expect([isProviderThere('a', 'sandbox'), isProviderThere('a', 'live')]).toEqual([true, false]);
  expect(await readStanding('ethereum')).toBeNull();
});

test('D5: a stream that is parked here is told of at once', () => {
  const { alert, alerts } = core();
  alertOfParked(alert)({ projection: 'deposits', stream: 'deposit-1', revision: 3, error: 'poison' });
  expect(alerts).toMatchObject([{ facts: { projection: 'deposits', stream: 'deposit-1', error: 'poison' } }]);
});
