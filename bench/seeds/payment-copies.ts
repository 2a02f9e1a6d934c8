import { createHash } from 'node:crypto';
import type { Filling } from './list-rows';

// Copies of a payment that went through the log, in SQL: number 1 is the newest.

const DAYS = 60;
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Names of the copy of this number, as the statements below make them. */
export const copiedNames = (number: number) => ({
  paymentId: `bafkrei${(md5(`${number}`) + md5(`id${number}`)).slice(0, 52)}`,
  transaction: `0x${md5(`tx${number}`)}${md5(`hash${number}`)}`,
  endToEndId: `E${md5(`e2e${number}`).slice(0, 31)}`,
  reference: `order-${number}`,
  charge: `charge-${md5(`charge${number}`)}`,
});

const ID = `'bafkrei' || left(md5(n::text) || md5('id' || n), 52)`;
const TRANSACTION = `'0x' || md5('tx' || n) || md5('hash' || n)`;

/** A number from 0 to below 1, the same for the same copy and salt. */
const share = (salt: number): string => `((hashint8extended(n, ${salt}) & 1048575)::float8 / 1048576)`;

/** The words with the shares up to which each is chosen. */
const oneOf = (salt: number, words: readonly (readonly [string, number])[]): string =>
  `CASE ${words.map(([word, upTo]) => `WHEN ${share(salt)} < ${upTo} THEN '${word}'`).join(' ')} END`;

export const STATUSES = ['COMPLETED', 'FAILED', 'EXPIRED', 'PROCESSING', 'PENDING', 'ACTIVE'] as const;
export const METHODS = ['PIX_KEY', 'PIX_BRCODE', 'BOLETO', 'GIFT_CARD', 'PIX_CHARGE'] as const;
export const NETWORKS = ['ethereum', 'polygon', 'base', 'solana', 'tron', 'stellar', 'xrpl', 'arbitrum'] as const;
export const REASONS = ['PAYEE_REFUSED', 'ACCOUNT_CLOSED', 'LIMIT', 'PROVIDER_FAILURE', 'INVALID_KEY'] as const;
export const LABELS = ['UNDER', 'OVER', 'LATE'] as const;

const arrayOf = (words: readonly string[]): string => `ARRAY[${words.map((word) => `'${word}'`).join(',')}]`;

const KIND = oneOf(1, [
  ['CASHOUT', 0.7],
  ['CASHIN', 0.9],
  ['WITHDRAW', 1],
]);
const ENDED = oneOf(2, [
  ['COMPLETED', 0.8],
  ['FAILED', 0.88],
  ['EXPIRED', 1],
]);
/** The newest hundredth is still open. */
const statusOf = (count: number): string => `CASE WHEN n > ${count / 100} THEN ${ENDED}
  WHEN kind = 'CASHIN' THEN 'ACTIVE' WHEN kind = 'CASHOUT' AND ${share(3)} < 0.5 THEN 'PENDING' ELSE 'PROCESSING' END`;
const METHOD = `CASE kind WHEN 'CASHIN' THEN 'PIX_CHARGE' ELSE ${oneOf(4, [
  ['PIX_KEY', 0.6],
  ['PIX_BRCODE', 0.9],
  ['BOLETO', 0.98],
  ['GIFT_CARD', 1],
])} END`;
/** A few have most. */
const place = (salt: number, count: number): string => `floor(${count} * power(${share(salt)}, 2))::integer`;

export const partnerOf = (number: number): string => `partner-${number}`;

const REASON = `CASE WHEN status = 'FAILED' THEN (${arrayOf(REASONS)})[${place(5, REASONS.length)} + 1] END`;
const LABEL = `CASE WHEN kind = 'CASHOUT' AND ${share(6)} < 0.01 THEN
  jsonb_build_array((${arrayOf(LABELS)})[${place(7, LABELS.length)} + 1]) ELSE '[]' END`;

const copied = (count: number, partners: number): string => `
  SELECT ${ID}, kind, status, 'partner-' || ${place(8, partners)}, 'user-' || ${place(9, 100_000)}, p.mode,
    (${arrayOf(NETWORKS)})[net + 1], 201 + net * 3 + ${place(10, 3)}, p.symbol, p.decimals, p.amount_base_units,
    100 + ${place(11, 10_000_000)}, ${METHOD}, ${REASON}, ${LABEL}, status = 'PROCESSING' AND ${share(12)} < 0.05,
    CASE WHEN n % 2 = 0 THEN 'order-' || n END, created, created + interval '2 minutes',
    CASE status WHEN 'COMPLETED' THEN created + interval '2 minutes' END
  FROM (SELECT mode, symbol, decimals, amount_base_units FROM lastro.payments LIMIT 1) p, LATERAL (
    SELECT *, ${statusOf(count)} AS status FROM (
      SELECT n, ${KIND} AS kind, ${place(13, NETWORKS.length)} AS net,
        now() - n * interval '${(DAYS * 86_400) / count} seconds' AS created
      FROM generate_series(1, ${count}::bigint) AS n OFFSET 0) a OFFSET 0) b`;

/** Rows that lists of payments are made of. */
export const paymentCopies = (count: number, partners: number): readonly Filling[] => [
  { table: 'payments', rows: copied(count, partners) },
];

const partnerCopies = (
  partners: number,
): string => `SELECT (jsonb_populate_record(NULL::lastro.partners, to_jsonb(p) || jsonb_build_object(
    'partner_id', 'partner-' || i, 'name', 'Partner number ' || i))).*
  FROM (SELECT * FROM lastro.partners LIMIT 1) p, generate_series(0, ${partners - 1}) AS i`;

const named = (
  by: string,
  name: string,
  where: string,
): string => `SELECT ${ID} || ' ${by} ' || ${name}, ${name}, '${by}',
    ${ID}, 'CASHOUT', 'partner-' || n % 97, 'sandbox', now() - n * interval '1 second'
  FROM n WHERE ${where}`;

const nameCopies = (count: number): string => `WITH n AS (SELECT n FROM generate_series(1, ${count}::bigint) AS n)
  ${[
    named('TRANSACTION', TRANSACTION, 'true'),
    named('END_TO_END_ID', `'E' || left(md5('e2e' || n), 31)`, 'true'),
    named('REFERENCE', `'order-' || n`, 'n % 2 = 0'),
    named('CHARGE', `'charge-' || md5('charge' || n)`, 'n % 5 = 0'),
  ].join(' UNION ALL ')}`;

/** The first event of each copy, and of its deposit; without its terms, which no search reads. */
const trailCopies = (count: number): string => `SELECT name, a.position_commit + n, name, 0, a.type, a.at, a.actor_kind,
    a.actor_id, a.partner_id, a.subject_id, a.mode, a.correlation_id, a.causation_id, a.request_id, a.reason, ${ID}, NULL, NULL,
    jsonb_build_object('intentId', ${ID})
  FROM (SELECT * FROM lastro.audit_trail WHERE type = 'CashoutIntentCreated' LIMIT 1) a,
    generate_series(1, ${count}::bigint) AS n,
    LATERAL (VALUES ('cashout-' || ${ID}), ('deposit-ethereum:' || ${TRANSACTION} || ':0')) AS streams (name)`;

/** Rows of payments and all by which they are found. */
export const searchCopies = (count: number, partners: number): readonly Filling[] => [
  { table: 'partners', rows: partnerCopies(partners) },
  ...paymentCopies(count, partners),
  { table: 'payment_names', rows: nameCopies(count) },
  { table: 'audit_trail', rows: trailCopies(count) },
];
