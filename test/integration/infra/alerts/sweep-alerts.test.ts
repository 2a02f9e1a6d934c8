import { alertRows } from '../../../../infra/alerts/alert-rows';
import { createSweep, durationOf } from '../../../../infra/alerts/sweep-alerts';
import { createQuery } from '../../../../infra/postgres/query';
import { countingIds } from '../../../../packages/testing/src/ledger/memory/counting-ids';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
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

const sweeping = () => {
  const clock = manualClock();
  const lines: Line[] = [];
  const note = (facts: object, text: string) => void lines.push({ ...facts, text });
  const logger = { error: note, warn: note } as never;
  const rows = alertRows(createQuery(tenants.pool));
  const deps = { rows, clock, ids: countingIds(), logger };
  const raise = (kind: string, facts: Readonly<Record<string, string>>) => {
    const subject = Object.values(facts).join(' ');
    const raisedAt = new Date(clock.now()).toISOString();
    return rows.raise([{ kind, subject, says: `It is ${kind}`, severity: 0, facts, raisedAt }], `t${clock.now()}`);
  };
  const open = async () => (await rows.open()).map(({ subject }) => subject);
  return { clock, lines, raise, open, sweep: createSweep(deps), another: () => createSweep(deps) };
};

test('closes an ended alert with one line that says how long it was open, in one of several processes', async () => {
  const { clock, lines, raise, open, sweep, another } = sweeping();
  await raise('clock-wrong', { host: 'a' });
  clock.advance(3 * HOUR);
  await raise('clock-wrong', { host: 'b' });
  await sweep();
  expect(await open()).toEqual(['b']);
  clock.advance(12 * MINUTE);
  await Promise.all([sweep(), another()(), another()()]);
  expect(lines).toMatchObject([
    { alert: 'clock-wrong', closed: true, openFor: '3 h 0 min', text: 'Closed after 3 h 0 min: It is clock-wrong' },
  ]);
  expect(await open()).toEqual(['b']);
});

test('logs an open alert again once a day, whichever process opened it', async () => {
  const { clock, lines, raise, sweep, another } = sweeping();
  await raise('gift-card-lost', { stream: 'cashout-a' });
  for (let hour = 0; hour < 71; hour += 1) {
    clock.advance(HOUR);
    await (hour % 2 === 0 ? sweep : another())();
  }
  expect(lines.map(({ openFor, text }) => [openFor, text])).toEqual([
    ['1 d 0 h', 'It is gift-card-lost'],
    ['2 d 0 h', 'It is gift-card-lost'],
  ]);
});

describe('an alert that silence closes', () => {
  test('is closed when its cause was not seen for so long', async () => {
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

  test('is not closed within 15 minutes after the start of the process', async () => {
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

test('does not close an alert that a person closed, or one of a later version', async () => {
  const { clock, raise, open, sweep } = sweeping();
  await raise('gift-card-lost', { stream: 'cashout-a' });
  await raise('of-tomorrow', { a: 'b' });
  for (let day = 0; day < 40; day += 1) {
    clock.advance(24 * HOUR);
    await sweep();
  }
  expect(await open()).toEqual(['cashout-a', 'b']);
});

test.each([
  [-5, '0 h 0 min'],
  [2 * HOUR + MINUTE, '2 h 1 min'],
  [26 * HOUR + 59 * MINUTE, '1 d 2 h'],
])('%d ms are %s', (ms, expected) => expect(durationOf(ms)).toBe(expected));
