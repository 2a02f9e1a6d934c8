export interface ListSizes {
  /** Intents in all; a whole multiple of the partner's, as those are of the user's. */
  readonly intents: number;
  readonly ofPartner: number;
  readonly ofUser: number;
}

/** Owners of the lists that are read. The user's partner may differ from the one that lists its own things. */
export interface ListOwners {
  readonly userId: string;
  readonly userPartnerId: string;
  readonly partnerId: string;
}

/** The user's one intent that is not COMPLETED is the oldest; none has this status. */
export const STATUS_OF_NO_INTENT = 'EXPIRED';
/** Status that no intent of any user has. */
export const STATUS_OF_NO_PAYMENT = 'PROCESSING';
export const STATUS_OF_OLDEST_INTENT = 'FAILED';
/** Status of the partner's deliveries that are no longer kept, and a status of none. */
export const STATUS_OF_FORGOTTEN_DELIVERIES = 'EXHAUSTED';
export const STATUS_OF_NO_DELIVERY = 'CANCELLED';

/** Reference of many intents of the partner and of the user; address of many of the partner's users. */
export const SHARED_REFERENCE = 'campaign-7';
export const SHARED_PUBKEY = '0xshared';

/** The rows are as many seconds apart as makes them this old in all. */
const DAYS = 60;
const KEPT_DAYS = 30;
const EVERY_KEY_REPLAYED = 5_003;
const EVERY_ROW_LISTED = 10;
const EVERY_INTENT_REFERRED = 6;

const at = (count: number, days = DAYS): string => `now() - i * interval '${(days * 86_400) / count} seconds'`;
const rowsOf = (count: number): string => `FROM generate_series(0, ${count - 1}) AS i`;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** A table, and the rest of the statement that fills it. */
export interface Filling {
  readonly table: string;
  /** From behind the table's name on. */
  readonly rows: string;
}

/** Statements that fill the tables of the lists, newest row first. Links hold `invoiceCode`, a sealed value. */
export const listRows = (sizes: ListSizes, { partnerId, ...user }: ListOwners, invoiceCode: string): Filling[] => {
  const count = sizes.ofPartner * 2;
  return [
    { table: 'cashout_intents', rows: intents(sizes, user) },
    { table: 'users', rows: users(count, partnerId) },
    { table: 'api_keys', rows: apiKeys(count, partnerId) },
    { table: 'webhook_outbox', rows: forgottenDeliveries(count, partnerId) },
    { table: 'webhook_attempts', rows: attempts(count, partnerId) },
    { table: 'links', rows: links(count, partnerId, invoiceCode) },
    { table: 'deposits', rows: unmatchedDeposits(sizes.ofPartner) },
    { table: 'reconciliation_intents', rows: unpaidIntents(sizes.intents) },
  ];
};

const intents = ({ intents: count, ofPartner, ofUser }: ListSizes, owners: Omit<ListOwners, 'partnerId'>): string => {
  const isUsers = `i % ${count / ofUser} = 0`;
  return `SELECT 'intent-' || i, 'quote-' || i, CASE WHEN ${isUsers} THEN ${text(owners.userId)} ELSE 'user-' || i % 9973 END,
           CASE WHEN i % ${count / ofPartner} = 0 THEN ${text(owners.userPartnerId)} ELSE 'partner-' || i % 97 END,
           'sandbox',
           CASE WHEN NOT ${isUsers} THEN (ARRAY['COMPLETED', 'EXPIRED', 'FAILED', 'PENDING'])[i % 4 + 1]
                WHEN i >= ${count - count / ofUser} THEN ${text(STATUS_OF_OLDEST_INTENT)} ELSE 'COMPLETED' END,
           'ethereum', 1, 'USDC', 6, 1000000, '0xreceiver', 'lastro:' || i, 'PIX_KEY', 1000, 1100, 100, '***', '[]', '[]',
           '[]', NULL, 0, NULL, NULL, NULL, ${at(count)}, ${at(count)} + interval '5 minutes', ${at(count)}, NULL, NULL, 1,
           CASE WHEN i % ${EVERY_INTENT_REFERRED} = 0 THEN ${text(SHARED_REFERENCE)} END
      ${rowsOf(count)}`;
};

/** Every other row is the partner's own. */
const owner = (partnerId: string): string =>
  `CASE WHEN i % 2 = 0 THEN ${text(partnerId)} ELSE 'partner-' || i % 97 END`;

/** Most of the newest half are not to be listed any more. */
const isGone = (count: number): string => `(i < ${count / 2} AND i % ${EVERY_ROW_LISTED} <> 0)`;

const users = (
  count: number,
  partnerId: string,
): string => `SELECT 'listed-user-' || i, ${owner(partnerId)}, 'sandbox', NULL,
         CASE WHEN i % ${EVERY_ROW_LISTED} = 0 THEN ${text(SHARED_PUBKEY)} ELSE '0x' || i END, 'ethereum', 'APPROVED', false, ${isGone(count)},
         ${at(count)} ${rowsOf(count)}`;

const apiKeys = (
  count: number,
  partnerId: string,
): string => `SELECT 'listed-key-' || i, ${owner(partnerId)}, 'sandbox', md5(i::text) || md5(i::text), NULL, 'sk', 'last', 'ACTIVE',
         ${at(count)}, NULL ${rowsOf(count)}`;

/** Half of them are no longer kept. */
export const forgottenDeliveries = (
  count: number,
  partnerId: string,
): string => `SELECT 'evt_' || i, 'event-' || i, ${owner(partnerId)}, 'sandbox', 'CASHOUT_COMPLETED', 'intent-' || i,
         '{"id":"evt_' || i || '","event":"CASHOUT_COMPLETED"}', NULL,
         CASE WHEN ${at(count)} < now() - interval '${KEPT_DAYS} days' THEN ${text(STATUS_OF_FORGOTTEN_DELIVERIES)}
              ELSE 'DELIVERED' END,
         ${count} - i, ${count} - i, ${at(count)}, ${at(count)}, (i % ${EVERY_KEY_REPLAYED} = 0)::integer ${rowsOf(count)}`;

const attempts = (
  count: number,
  partnerId: string,
): string => `(delivery_id, partner_id, attempts, next_at, lease_until, leased_by, outcome, finished_at, recorded)
  SELECT 'evt_' || i, ${owner(partnerId)}, 1, ${at(count)}, '-infinity', 'nobody', '{}', ${at(count)}, true
    FROM generate_series(0, ${Math.floor(count / 2)}) AS i`;

const links = (
  count: number,
  partnerId: string,
  invoiceCode: string,
): string => `SELECT 'link-' || i, ${owner(partnerId)}, 'sandbox', ${text(invoiceCode)}, 1000, 1, NULL, ${count} - i, ${at(count)},
         now() + interval '1 day', CASE WHEN ${isGone(count)} THEN now() END ${rowsOf(count)}`;

/** Rows of `deposits`; nine tenths of the newest half are matched. */
export const unmatchedDeposits = (
  count: number,
): string => `SELECT 'ethereum:' || i, 'ethereum', '0x' || i, '0', 1, NULL, 1000000, '0xsender', '0xreceiver', '[]', 1, NULL, i, '0x',
         ${at(count)}, CASE WHEN ${isGone(count)} THEN 'MATCHED' ELSE 'UNMATCHED' END, NULL, NULL, '[]', true, ${at(count)}
    ${rowsOf(count)}`;

/** Rows of `reconciliation_intents`: open intents of these networks, which expire later, each at another time. */
export const openIntentsOf = (count: number, networks: readonly string[]): string => {
  const later = at(count, -DAYS);
  const network = `(ARRAY[${networks.map(text).join(',')}])[i % ${networks.length} + 1]`;
  return `SELECT md5(i::text) || md5(i::text), 'intent-' || i, 'lastro:' || i, 'partner', ${network}, 1, 1000000 + i % 7,
         '0xreceiver', 'PENDING', now(), ${later}, 30, NULL, 'sandbox', 0 ${rowsOf(count)}`;
};

/** Rows of `reconciliation_intents`. Each amount is that of many, half of them open. */
export const unpaidIntents = (
  count: number,
  days = DAYS,
): string => `SELECT encode(sha256(convert_to('lastro:' || i, 'UTF8')), 'hex'), 'intent-' || i, 'lastro:' || i, 'partner-' || i % 97, 'ethereum', 1, 1000000 + i % 7,
         '0xreceiver', (ARRAY['PENDING', 'EXPIRED'])[i % 2 + 1], ${at(count, days)}, ${at(count, days)} + interval '5 minutes', 30, NULL, 'sandbox', 0
    ${rowsOf(count)}`;
