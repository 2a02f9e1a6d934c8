import type { AlertEvidence, OpenAlert } from '../../../../commands/alerts/evidence';
import { alertRows } from '../../../../infra/alerts/alert-rows';
import { createSweep, durationOf } from '../../../../infra/alerts/sweep-alerts';
import { createQuery } from '../../../../infra/postgres/query';
import { countingIds } from '../../../core';
import { manualClock } from '../../../infra/providers/manual-clock';
import { openTenants, type Tenants } from '../postgres/tenants';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let tenants: Tenants;
beforeAll(async () => {
  tenants = await openTenants();
});
afterEach(() => tenants.pool.query('TRUNCATE lastro.alerts'));
afterAll(() => tenants.close());

interface Line {
  readonly alert?: string;
  readonly closed?: boolean;
  readonly openFor?: string;
  readonly text: string;
}

/** A process that sweeps; the evidence is that these streams are parked. */
const sweeping = () => {
  const clock = manualClock();
  const lines: Line[] = [];
  const parked = new Set<string>();
  const note = (facts: object, text: string) => void lines.push({ ...facts, text });
  const logger = { error: note, warn: note } as never;
  const rows = alertRows(createQuery(tenants.pool));
  const isParked = async (_projection: string, stream: string) => {
    if (stream === 'away') throw new Error('the database is away');
    return parked.has(stream);
  };
  const deps = { rows, evidence: { isParked } as unknown as AlertEvidence, clock, ids: countingIds(), logger };
  const raise = (kind: string, facts: OpenAlert['facts']) => {
    const subject = Object.values(facts).join(' ');
    const raisedAt = new Date(clock.now()).toISOString();
    return rows.raise([{ kind, subject, says: `It is ${kind}`, severity: 0, facts, raisedAt }], `t${clock.now()}`);
  };
  const open = async () => (await rows.list({ kind: '', subject: '' }, 100)).map(({ subject }) => subject);
  return { clock, lines, parked, raise, open, sweep: createSweep(deps), another: () => createSweep(deps) };
};

const inDeposits = (stream: string) => ({ projection: 'deposits', stream });

test('D5: what is over is closed with one line that says how long it was open, by one of several processes', async () => {
  const { clock, lines, parked, raise, open, sweep, another } = sweeping();
  parked.add('a').add('b');
  for (const stream of ['a', 'b']) await raise('stream-parked', inDeposits(stream));
  await sweep();
  expect([lines, await open()]).toEqual([[], ['deposits a', 'deposits b']]);
  parked.delete('a');
  clock.advance(3 * HOUR + 12 * MINUTE);
  await Promise.all([sweep(), another()(), another()()]);
  expect(lines).toMatchObject([
    { alert: 'stream-parked', closed: true, openFor: '3 h 12 min', text: 'Over after 3 h 12 min: It is stream-parked' },
  ]);
  expect(await open()).toEqual(['deposits b']);
});

test('D5: while it is open it is told again once a day, and survives its process', async () => {
  const { clock, lines, parked, raise, sweep, another } = sweeping();
  parked.add('a');
  await raise('stream-parked', inDeposits('a'));
  for (let hour = 0; hour < 71; hour += 1) {
    clock.advance(HOUR);
    await (hour % 2 === 0 ? sweep : another())();
  }
  expect(lines.map(({ openFor, text }) => [openFor, text])).toEqual([
    ['1 d', 'It is stream-parked'],
    ['2 d', 'It is stream-parked'],
  ]);
});

test('D5: one whose end cannot be found out stays open, and keeps no other one', async () => {
  const { lines, raise, open, sweep } = sweeping();
  for (const stream of ['away', 'gone']) await raise('stream-parked', inDeposits(stream));
  await sweep();
  expect(await open()).toEqual(['deposits away']);
  expect(lines).toMatchObject([{ text: expect.stringContaining('could not be found out') }, { closed: true }]);
});

describe('D5: one that ends by silence', () => {
  test('is closed when nobody saw its cause for so long', async () => {
    const { clock, raise, open, sweep } = sweeping();
    await raise('clock-wrong', { host: 'here' });
    clock.advance(10 * MINUTE);
    await raise('clock-wrong', { host: 'here' });
    clock.advance(14 * MINUTE);
    await sweep();
    expect(await open()).toEqual(['here']);
    clock.advance(MINUTE);
    await sweep();
    expect(await open()).toEqual([]);
  });

  test('is not closed by a process that has just started, when nobody can have seen anything', async () => {
    const { clock, raise, open, another } = sweeping();
    await raise('clock-wrong', { host: 'here' });
    clock.advance(5 * HOUR);
    const sweep = another();
    await sweep();
    clock.advance(14 * MINUTE);
    await sweep();
    expect(await open()).toEqual(['here']);
    clock.advance(MINUTE);
    await sweep();
    expect(await open()).toEqual([]);
  });
});

test("D5: an operator's is closed by nobody else, and so is one of a later version", async () => {
  const { clock, raise, open, sweep } = sweeping();
  await raise('payout-contradicted', { stream: 'cashout-a', providerKey: 'k', detail: 'd' });
  await raise('of-tomorrow', { a: 'b' });
  for (let day = 0; day < 40; day += 1) {
    clock.advance(24 * HOUR);
    await sweep();
  }
  expect(await open()).toEqual(['b', 'cashout-a k d']);
});

test('D5: more than one sweep looks at are looked at by the next', async () => {
  const { raise, open, sweep } = sweeping();
  await tenants.pool.query(`
    INSERT INTO lastro.alerts (kind, subject, says, severity, facts, opened_at, raised_at, told_at, told_by)
      SELECT 'payout-contradicted', n::text, 's', 0, '{}', '2026-11-20T12:00Z', '2026-11-20T12:00Z', '2026-11-20T12:00Z', 't'
        FROM generate_series(1, 500) AS n`);
  await raise('stream-parked', inDeposits('a'));
  await sweep();
  await sweep();
  expect(await open()).not.toContain('deposits a');
});

test.each([
  [0, '0 s'],
  [999, '0 s'],
  [61_000, '1 min 1 s'],
  [2 * HOUR, '2 h'],
  [26 * HOUR + 59 * MINUTE, '1 d 2 h'],
  [-5, '0 s'],
])('%d ms are %s', (ms, expected) => expect(durationOf(ms)).toBe(expected));
