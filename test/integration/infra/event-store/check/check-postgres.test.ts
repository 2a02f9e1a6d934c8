import { checkPostgres, judgePostgres } from '../../../../../infra/event-store/check/check-postgres';
import type { Durability } from '../../../../../infra/postgres/standby';
import { testDatabase } from '../../../../stores/postgres';

const alone: Durability = {
  ...{ version: '15.14', nowMs: 0, fsync: true, synchronousCommit: 'on', synchronousStandbys: '', standbys: [] },
};
const [asynchronous, synchronous] = [
  { state: 'streaming', syncState: 'async' },
  { state: 'streaming', syncState: 'quorum' },
];
const hidden = { state: null, syncState: null };

describe('E14: standbys of PostgreSQL', () => {
  test.each<[string, Partial<Durability>, string, RegExp]>([
    ['none', {}, 'ok', /^none follows$/],
    [
      'one that nobody waits for',
      { standbys: [asynchronous] },
      'warning',
      /lose the last second.*synchronous_standby_n/,
    ],
    ['two, and none is named', { standbys: [hidden, hidden] }, 'warning', /^2 follow, none synchronously/],
    [
      'one that is waited for',
      { standbys: [asynchronous, synchronous], synchronousStandbys: 'a' },
      'ok',
      /^one follows/,
    ],
    ['named and gone', { synchronousStandbys: 'a' }, 'fault', /is 'a' and none follows: every commit waits/],
    ['others than the named', { standbys: [asynchronous], synchronousStandbys: 'a' }, 'fault', /every commit waits/],
    ['a role that may not see', { standbys: [hidden], synchronousStandbys: 'a' }, 'not checked', /GRANT pg_monitor/],
    [
      'commits that do not wait',
      { standbys: [synchronous], synchronousStandbys: 'a', synchronousCommit: 'local' },
      'warning',
      /^synchronous_commit is local, so that no commit waits/,
    ],
  ])('%s', (_, given, outcome, says) => {
    const found = judgePostgres({ ...alone, ...given }, 0).find(({ check }) => check === 'standby');
    expect(found).toMatchObject({ outcome, says: expect.stringMatching(says) });
  });

  test('fsync off is a warning, and a clock that is 10 minutes off a fault', () => {
    expect(judgePostgres({ ...alone, fsync: false }, 600_000)).toMatchObject([
      { check: 'PostgreSQL', outcome: 'warning', says: expect.stringContaining('set fsync=on') },
      { check: "PostgreSQL's clock", outcome: 'fault', says: expect.stringContaining('600.0 s ahead') },
      { check: 'standby', outcome: 'ok' },
    ]);
  });
});

describe('E14: PostgreSQL itself', () => {
  test('is asked by an ordinary role', async () => {
    const database = await testDatabase();
    const findings = await checkPostgres({ databaseUrl: database.url, nowMs: Date.now });
    await database.drop();
    expect(findings.filter(({ outcome }) => outcome === 'fault')).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual(['PostgreSQL', "PostgreSQL's clock", 'standby']);
    expect(findings[2]).toMatchObject({ outcome: 'ok', says: 'none follows' });
  });

  test('a wrong password is a fault that does not repeat it', async () => {
    const database = await testDatabase();
    const databaseUrl = Object.assign(new URL(database.url), { password: 'not-the-password' }).href;
    const findings = await checkPostgres({ databaseUrl, nowMs: Date.now });
    await database.drop();
    expect(findings).toMatchObject([
      { check: 'PostgreSQL', outcome: 'fault', says: expect.stringMatching(/does not answer \(28P01 /) },
      { check: 'standby', outcome: 'not checked' },
    ]);
    expect(JSON.stringify(findings)).not.toContain('not-the-password');
  });

  test.each([
    'postgres://u:not-the-password@127.0.0.1:1/x',
    'postgres://u:not-the-password@/%zz:x',
  ])('nobody at %s is a fault', async (databaseUrl) => {
    const findings = await checkPostgres({ databaseUrl, nowMs: Date.now });
    expect(findings[0]).toMatchObject({ check: 'PostgreSQL', outcome: 'fault' });
    expect(JSON.stringify(findings)).not.toContain('not-the-password');
  });
});
