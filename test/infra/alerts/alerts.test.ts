import { alertOf } from '../../../commands/alerts/alert-of';
import type { AlertRows, RaisedAlert } from '../../../infra/alerts/alert-rows';
import { type AlertsDeps, createAlerts } from '../../../infra/alerts/alerts';
import { countingIds } from '../../../packages/testing/src/ledger/memory/counting-ids';
import { manualClock } from '../../../packages/testing/src/ledger/memory/manual-clock';

const SAYS = 'The outcome of a payout is unknown';
const GRAVER = 'The outcome of a payout is unknown: an operator must decide';
const facts = (key = 'k1') => ({ stream: 'cashout-a', providerKey: key });

/** A table that reports each new alert; while it `isAway` it stores nothing. */
const openAlerts = (limits: AlertsDeps['limits'] = {}) => {
  const clock = manualClock();
  const batches: (readonly RaisedAlert[])[] = [];
  const known = new Set<string>();
  const logged: (readonly [unknown, string])[] = [];
  const table = { isAway: false };
  const waiters: (() => void)[] = [];
  const raise: AlertRows['raise'] = async (raised) => {
    for (const wake of waiters.splice(0)) setImmediate(wake);
    if (table.isAway) throw new Error('the database is away');
    batches.push(raised);
    const isNews = ({ kind, subject, severity }: RaisedAlert) => !known.has(`${kind} ${subject} ${severity}`);
    const news = raised.filter(isNews);
    for (const { kind, subject, severity } of news) known.add(`${kind} ${subject} ${severity}`);
    return news.map((alert) => ({ ...alert, openedAt: alert.raisedAt }));
  };
  const logger = {
    error: (given: object, text: string) => void logged.push(['alert' in given ? given.alert : null, text]),
  };
  const alerts = createAlerts({ rows: { raise }, clock, ids: countingIds(), logger: logger as never, limits });
  /** After the next writing. */
  const written = () => new Promise<void>((resolve) => waiters.push(resolve));
  return { ...alerts, batches, logged, table, clock, written };
};

test('logs an alert once, however often its cause appears', async () => {
  const { alert, batches, logged, written } = openAlerts();
  const first = written();
  for (let look = 0; look < 100; look += 1) alert(SAYS, facts());
  await first;
  expect(logged).toEqual([['payout-unknown', SAYS]]);
  expect(batches).toHaveLength(1);
  alert(SAYS, facts());
  const other = written();
  alert(SAYS, facts('k2'));
  await other;
  expect(logged).toHaveLength(2);
});

test('writes a repeated cause again after a while, and not each time', async () => {
  const { alert, batches, logged, written } = openAlerts({ turnMs: 20 });
  const first = written();
  alert(SAYS, facts());
  await first;
  const second = written();
  for (let look = 0; look < 50; look += 1) alert(SAYS, facts());
  expect(batches).toHaveLength(1);
  await second;
  expect(batches).toHaveLength(2);
  expect(logged).toHaveLength(1);
});

test('writes a more serious text immediately, and a less serious one does not replace it', async () => {
  const { alert, batches, logged, written } = openAlerts();
  const first = written();
  alert(SAYS, facts());
  await first;
  const second = written();
  alert(GRAVER, facts());
  alert(SAYS, facts());
  await second;
  expect(logged.map(([, says]) => says)).toEqual([SAYS, GRAVER]);
  expect(batches[1]).toMatchObject([{ says: GRAVER, severity: alertOf(GRAVER, {}).severity }]);
});

test('logs each alert while the database is unreachable, and writes all when it is back', async () => {
  const { alert, batches, logged, table, written } = openAlerts({ turnMs: 5 });
  table.isAway = true;
  const failed = written();
  alert(SAYS, facts());
  alert(GRAVER, facts('k2'));
  await failed;
  await written();
  // However often it was tried until then, each was logged once.
  const [first, second, ...others] = logged.map(([, says]) => says);
  expect([first, second]).toEqual([SAYS, GRAVER]);
  expect(new Set(others)).toEqual(new Set(['alerts could not be stored; retries continue']));
  table.isAway = false;
  while (batches.length === 0) await written();
  expect(batches[0]?.map(({ subject }) => subject)).toEqual(['cashout-a k1', 'cashout-a k2']);
  expect(logged.filter(([, says]) => says === SAYS).length).toBeLessThanOrEqual(2);
});

test('logs alerts above the limit, and does not store them', async () => {
  const { alert, batches, logged, table, close } = openAlerts({ waiting: 2 });
  table.isAway = true;
  for (const key of ['k1', 'k2', 'k3']) alert(SAYS, facts(key));
  expect(logged).toEqual([['payout-unknown', SAYS]]);
  table.isAway = false;
  await close();
  expect(batches.flat().map(({ subject }) => subject)).toEqual(['cashout-a k1', 'cashout-a k2']);
});

test('writes waiting alerts at the end', async () => {
  const { alert, batches, close } = openAlerts();
  for (let key = 0; key < 1_200; key += 1) alert(SAYS, facts(`k${key}`));
  await close();
  expect(batches.map(({ length }) => length)).toEqual([500, 500, 200]);
});

test('removes everything that a row cannot contain, before the key of an alert is built', async () => {
  const { alert, batches, close } = openAlerts();
  alert(SAYS, { stream: 'a\0', providerKey: '\ud800k', detail: 'x'.repeat(5_000) });
  alert(SAYS, { stream: 'a', providerKey: '\ufffdk', detail: 'y' });
  await close();
  expect(batches).toEqual([
    [expect.objectContaining({ subject: 'a \ufffdk', facts: { stream: 'a', providerKey: '\ufffdk', detail: 'y' } })],
  ]);
  alert('Not listed \0' as never, { detail: 'x'.repeat(5_000) });
  await close();
  expect(batches[1]).toMatchObject([
    { kind: 'unlisted', subject: 'Not listed ', facts: { detail: 'x'.repeat(2_000) } },
  ]);
});

test('facts describe the cause, and never overwrite the kind', async () => {
  const { alert, logged, close } = openAlerts();
  alert(SAYS, { ...facts(), alert: 'another' });
  await close();
  expect(logged).toEqual([['payout-unknown', SAYS]]);
});
