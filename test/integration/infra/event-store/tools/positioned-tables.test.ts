import { POSITIONED_TABLES } from '../../../../../infra/event-store/tools/positioned-tables';
import type { Postgres } from '../../pair/pair-world';
import { openDatabase } from './placing-world';

/** Columns named like a position that an import leaves as they are, or places by a statement of their own, and why. */
const OTHERS: { readonly [column: string]: string } = {
  'lastro.named_checkpoints.position_commit': 'becomes that of its event',
  'lastro.named_checkpoints.position_prepare': 'becomes that of its event',
  'lastro.feed_places.position_commit': 'becomes that of its notification',
  'lastro.feed_places.position_prepare': 'becomes that of its notification',
  'lastro.feed_cursors.positions_hold': 'becomes false',
  'lastro.deposits.position': 'in its transaction on the chain',
  'lastro.checkpoints_without_names.position_commit': 'nobody reads it any more',
  'lastro.checkpoints_without_names.position_prepare': 'nobody reads it any more',
  'lastro.pair.last_revision': 'written whole, with its row',
  'lastro.api_keys.revision': 'a stream’s revisions are copied',
  'lastro.audit_trail.revision': 'a stream’s revisions are copied',
  'lastro.cashin_intents.revision': 'a stream’s revisions are copied',
  'lastro.cashout_intents.revision': 'a stream’s revisions are copied',
  'lastro.denials.revision': 'a stream’s revisions are copied',
  'lastro.kyc_sessions.followed_revision': 'a stream’s revisions are copied',
  'lastro.kyc_sessions.status_revision': 'a stream’s revisions are copied',
  'lastro.named_checkpoints.revision': 'a stream’s revisions are copied',
  'lastro.closed_streams.from_commit': 'the next that was copied is as good',
  'lastro.closed_streams.from_prepare': 'the next that was copied is as good',
  'lastro.closed_streams.from_revision': 'a stream’s revisions are copied',
  'lastro.parked_events.revision': 'a stream’s revisions are copied',
  'lastro.parked_streams.from_revision': 'a stream’s revisions are copied',
  'lastro.partner_secrets.revision': 'a stream’s revisions are copied',
  'lastro.partners.revision': 'a stream’s revisions are copied',
  'lastro.users.revision': 'a stream’s revisions are copied',
  'lastro.withdrawals.revision': 'a stream’s revisions are copied',
  'vault.lookups.claimed_at_revision': 'a stream’s revisions are copied',
};

const LIKE_A_POSITION = 'position|revision|commit|prepare|offset|cursor|sequence|checkpoint';

const COLUMNS = `SELECT table_schema || '.' || table_name || '.' || column_name AS name FROM information_schema.columns
  WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND column_name ~ '${LIKE_A_POSITION}'`;

/** Rows would collide while a statement has moved the first of them only. */
const UNIQUE = `SELECT index.indexrelid::regclass::text AS name FROM pg_index AS index
  JOIN pg_attribute AS part ON part.attrelid = index.indexrelid
  WHERE index.indisunique AND part.attname ~ '(commit|prepare)$' AND index.indrelid::regclass::text LIKE 'lastro.%'`;

let postgres: Postgres;

beforeAll(async () => {
  postgres = await openDatabase();
});
afterAll(() => postgres.close());

const names = async (text: string): Promise<readonly string[]> =>
  (await postgres.pool.query<{ name: string }>(text)).rows.map(({ name }) => name);

describe('the import of positions', () => {
  test('knows each column with a position', async () => {
    const placed = POSITIONED_TABLES.flatMap(({ table, commit, prepare }) =>
      [commit, prepare].flatMap((column) => (column === undefined ? [] : [`lastro.${table}.${column}`])),
    );
    expect([...(await names(COLUMNS))].sort()).toEqual([...placed, ...Object.keys(OTHERS)].sort());
  });

  test('finds no position that must be unique at each moment', async () => {
    expect(await names(UNIQUE)).toEqual([]);
  });
});
