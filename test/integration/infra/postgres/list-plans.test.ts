import { escapeLiteral, type PoolClient } from 'pg';
import { pino } from 'pino';
import { MOST_CANDIDATES } from '../../../../aggregates/deposit/ranking';
import {
  type ListOwners,
  listRows,
  SHARED_PUBKEY,
  SHARED_REFERENCE,
  STATUS_OF_FORGOTTEN_DELIVERIES,
  STATUS_OF_NO_DELIVERY,
  STATUS_OF_NO_INTENT,
  STATUS_OF_NO_PAYMENT,
  STATUS_OF_OLDEST_INTENT,
} from '../../../../bench/seeds/list-rows';
import { migrate } from '../../../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool, READER_LIMITS } from '../../../../infra/postgres/pool';
import type { ListStatement } from '../../../../read-models/list-query';
import { type CandidatesAsked, candidatesStatement } from '../../../../read-models/matching/candidates';
import { unmatchedDepositsPage } from '../../../../read-models/matching/deposits';
import { apiKeysPage } from '../../../../read-models/partners/api-keys';
import { linksPage } from '../../../../read-models/partners/links';
import { type CashoutStatus, cashoutIntentsPage } from '../../../../read-models/payments/cashout-intents';
import { paymentsPage } from '../../../../read-models/payments/payments';
import { usersPage } from '../../../../read-models/users/users';
import { FEED_START, notificationsPage, oldCursorPlace } from '../../../../read-models/webhooks/partner-feed';
import { deliveriesPage } from '../../../../read-models/webhooks/webhook-deliveries';
import { serviceMigrations } from '../../../../src/bin/stores/prepared-database';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';

const SIZES = { intents: 60_000, ofPartner: 20_000, ofUser: 2_000 };
const OWNERS: ListOwners = { userId: 'u1', userPartnerId: 'p1', partnerId: 'p1' };
const LIMIT = 20;
/** A page reads an extra row to learn if more follow. */
const READ = LIMIT + 1;
const DAY_MS = 86_400_000;

const user = { partnerId: 'p1', mode: 'sandbox', userId: 'u1' } as const;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
const since = daysAgo(30);
/** Far down in every list, among the rows that are kept. */
const deep = {
  ...{ created_at: daysAgo(20), updated_at: daysAgo(20) },
  ...{
    id: 'x',
    intent_id: 'x',
    user_id: 'x',
    key_id: 'x',
    deposit_id: 'x',
    position_commit: '25000',
    position_prepare: '25000',
  },
};
/** Before it there is almost nothing left. */
const last = { ...deep, created_at: daysAgo(29.99) };

const ofIntents = (filter: { status?: CashoutStatus; quoteId?: string }, after: typeof deep | null = null) =>
  cashoutIntentsPage(user, { limit: LIMIT, ...filter }, after);
const ofDeliveries = (status?: 'DELIVERED' | 'EXHAUSTED' | 'CANCELLED', after: typeof deep | null = null) =>
  deliveriesPage(user, { limit: LIMIT, status, since }, after);

/** Every combination of the filters, at the beginning, deep down, between two times, and where nothing matches. */
const payments = Object.fromEntries(
  [undefined, 'COMPLETED' as const].flatMap((status) =>
    [undefined, 'u1'].flatMap((userId) =>
      [undefined, SHARED_REFERENCE].flatMap((reference): [string, readonly [ListStatement, number]][] => {
        const filters = { limit: LIMIT, status, userId, reference };
        const name = `payments ${[status, userId, reference].filter((value) => value !== undefined).join(', ')}`;
        const between = { ...filters, from: daysAgo(40), to: daysAgo(20) };
        const none = { ...filters, status: STATUS_OF_NO_PAYMENT } as const;
        return [
          [name, [paymentsPage('CASHOUT', user, filters, null), READ]],
          [`${name}, deep`, [paymentsPage('CASHOUT', user, filters, deep), READ]],
          [`${name}, between two times`, [paymentsPage('CASHOUT', user, between, null), READ]],
          [`${name}, between two times, deep`, [paymentsPage('CASHOUT', user, between, deep), READ]],
          [`${name}, without a match`, [paymentsPage('CASHOUT', user, none, null), 0]],
        ];
      }),
    ),
  ),
);

/** With the rows that the page has; null: some, and fewer than would fit. */
const LISTS: { readonly [name: string]: readonly [ListStatement, rows: number | null] } = {
  intents: [ofIntents({}), READ],
  'intents, deep': [ofIntents({}, deep), READ],
  'intents of a status': [ofIntents({ status: 'COMPLETED' }), READ],
  'intents of a status, deep': [ofIntents({ status: 'COMPLETED' }, deep), READ],
  'intents of the status of the oldest': [ofIntents({ status: STATUS_OF_OLDEST_INTENT }), 1],
  'intents of a status that none has': [ofIntents({ status: STATUS_OF_NO_INTENT }), 0],
  'intents of a quote': [ofIntents({ quoteId: 'quote-0' }), 1],
  'intents of no quote': [ofIntents({ quoteId: 'none' }), 0],
  'intents of a quote and a status': [ofIntents({ quoteId: 'quote-0', status: 'COMPLETED' }), 1],
  'intents of a quote, after another': [ofIntents({ quoteId: 'quote-0' }, deep), 0],
  users: [usersPage(user, { limit: LIMIT }, null), READ],
  'users, deep': [usersPage(user, { limit: LIMIT }, deep), READ],
  'users of an address': [usersPage(user, { limit: LIMIT, pubkey: SHARED_PUBKEY }, null), READ],
  'users of an address, deep': [usersPage(user, { limit: LIMIT, pubkey: SHARED_PUBKEY }, deep), READ],
  'users of no address': [usersPage(user, { limit: LIMIT, pubkey: 'none' }, null), 0],
  'a user by its id': [usersPage(user, { limit: LIMIT, userId: 'listed-user-0', pubkey: 'none' }, null), 0],
  ...payments,
  'payments of no reference': [paymentsPage('CASHOUT', user, { limit: LIMIT, reference: 'none' }, null), 0],
  'API keys': [apiKeysPage(user, LIMIT, null), READ],
  'API keys, deep': [apiKeysPage(user, LIMIT, deep), READ],
  links: [linksPage(user, LIMIT, null), READ],
  'links, deep': [linksPage(user, LIMIT, deep), READ],
  deliveries: [ofDeliveries(), READ],
  'deliveries, deep': [ofDeliveries(undefined, deep), READ],
  'deliveries, the last page': [ofDeliveries('DELIVERED', last), null],
  'deliveries of a status': [ofDeliveries('DELIVERED'), READ],
  'deliveries of a status, deep': [ofDeliveries('DELIVERED', deep), READ],
  'deliveries of a status that only forgotten ones have': [ofDeliveries(STATUS_OF_FORGOTTEN_DELIVERIES), 0],
  'deliveries of a status that none has': [ofDeliveries(STATUS_OF_NO_DELIVERY), 0],
  notifications: [notificationsPage(user, FEED_START, LIMIT), READ],
  'notifications, deep': [notificationsPage(user, '10000', LIMIT), READ],
  'place of an old cursor, at the end': [oldCursorPlace(user, { commit: '9'.repeat(20), prepare: '0' }), 1],
  'notifications after the last': [notificationsPage(user, '9'.repeat(18), LIMIT), 0],
};

/** For the operator, who uses no reader role. */
const INBOX: typeof LISTS = {
  'unmatched deposits': [unmatchedDepositsPage(READ, null), READ],
  'unmatched deposits, deep': [unmatchedDepositsPage(READ, deep), READ],
};

/** Its sender has no wallet and no payment of its own, and its amount is that of thousands. */
const LOOKED_FOR: CandidatesAsked = {
  ...{ network: 'ethereum', assetId: 1, amountBaseUnits: '1000003', sender: '0xsender' },
  ...{ memoHashes: ['00'], at: daysAgo(1), endedSince: daysAgo(7) },
};
/** Ended intents of other amounts. */
const LOOKED_THROUGH = 1_000;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

let database: TestDatabase;
let owner: PoolClient;
let reader: PoolClient;
let close: () => Promise<void>;

beforeAll(async () => {
  database = await testDatabase();
  const pool = createPool(database.url, pino({ level: 'silent' }), BATCH_LIMITS);
  await migrate(pool, serviceMigrations());
  for (const { table, rows } of listRows(SIZES, OWNERS, '{}')) await pool.query(`INSERT INTO lastro.${table} ${rows}`);
  await pool.query('VACUUM ANALYZE');
  const readerPool = createPool(database.url, pino({ level: 'silent' }), READER_LIMITS);
  [owner, reader] = [await pool.connect(), await readerPool.connect()];
  close = async () => {
    owner.release();
    reader.release();
    await Promise.all([pool.end(), readerPool.end()]);
  };
}, 120_000);
afterAll(async () => {
  await close();
  await database.drop();
});

const AS_READER = `SET LOCAL ROLE lastro_api; SET LOCAL app.partner_id = 'p1'; SET LOCAL app.mode = 'sandbox';
  SET LOCAL app.user_id = '*'`;

const literal = (value: unknown): string => (Array.isArray(value) ? `{${value.join(',')}}` : String(value));

/** The driver prepares every statement, and the server changes to a plan for any values when it has run five times. */
const planOf = async (client: PoolClient, { text, values }: ListStatement, begin: string): Promise<PlanNode> => {
  await client.query(`BEGIN; ${begin}; PREPARE list AS ${text}`);
  try {
    const given = values.map((value) => escapeLiteral(literal(value))).join(', ');
    const { rows } = await client.query<{ readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE list${given === '' ? '' : ` (${given})`}`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (plan === undefined) throw new Error('there is no plan');
    return plan;
  } finally {
    await client.query('ROLLBACK; DEALLOCATE ALL');
  }
};

/** Rows that a scan looked at, in all its loops. */
const lookedAt = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];

const longScans = (plan: PlanNode, most: number): readonly PlanNode[] =>
  nodesOf(plan)
    .filter((node) => node['Relation Name'] !== undefined)
    .filter((node) => node['Node Type'] === 'Seq Scan' || lookedAt(node) > most);

const expectShort = (plan: PlanNode, rows: number | null): void => {
  if (rows === null) expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(plan['Actual Rows']);
  else expect(plan['Actual Rows']).toBe(rows);
  expect(longScans(plan, READ)).toEqual([]);
};

describe.each(['force_custom_plan', 'force_generic_plan'])('with %s no list reads more than its page', (plans) => {
  const setPlans = `SET LOCAL plan_cache_mode = ${plans}`;

  test.each(Object.entries(LISTS))('%s', async (_name, [list, rows]) =>
    expectShort(await planOf(reader, list, `${setPlans}; ${AS_READER}`), rows));
  test.each(Object.entries(INBOX))('%s', async (_name, [list, rows]) =>
    expectShort(await planOf(owner, list, setPlans), rows));
  test('reads the candidates of a deposit by indexes alone', async () => {
    const plan = await planOf(owner, candidatesStatement(LOOKED_FOR), setPlans);
    expect(plan['Actual Rows']).toBeGreaterThan(MOST_CANDIDATES);
    expect(longScans(plan, LOOKED_THROUGH)).toEqual([]);
  });
});
