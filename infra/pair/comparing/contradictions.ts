import type { ClientBase } from 'pg';
import type { Difference } from '../../../commands/pair/comparing/difference';

type Question = Omit<Difference, 'id' | 'detail'> & {
  /** Answers `id` and `detail`. */
  readonly text: string;
};

const IS_PARKED = (stream: string): string =>
  `(EXISTS (SELECT FROM lastro.parked_streams parked WHERE parked.stream = ${stream})
    OR EXISTS (SELECT FROM lastro.closed_streams closed WHERE closed.stream = ${stream}))`;

/** Read models by the streams that their rows are of. */
const ROWS_OF: readonly (readonly [string, string, string])[] = [
  ['partners', 'partner_id', 'partner-'],
  ['users', 'user_id', 'user-'],
  ['cashout_intents', 'intent_id', 'cashout-'],
  ['cashin_intents', 'intent_id', 'cashin-'],
  ['deposits', 'deposit_id', 'deposit-'],
  ['links', 'link_code', 'link-'],
];

const rowsAlone = ([table, column, prefix]: (typeof ROWS_OF)[number]): Question => ({
  ...{ knownTo: 'ROWS', unknownTo: 'LOG', what: 'STREAM' },
  text: `SELECT '${prefix}' || ${column} AS id, 'it has a row in ${table}' AS detail FROM lastro.${table} AS own
    WHERE NOT EXISTS (SELECT FROM facts WHERE kind = 'STREAM' AND id = '${prefix}' || ${column})
      AND NOT ${IS_PARKED(`'${prefix}' || own.${column}`)}`,
});

const UNKNOWN_DELIVERIES: Question = {
  ...{ knownTo: 'OUTBOX', unknownTo: 'LOG', what: 'DELIVERY' },
  text: `SELECT id, 'it has a row in ' || string_agg(source, ' and ' ORDER BY source) AS detail FROM (
      SELECT delivery_id AS id, 'webhook_outbox' AS source FROM lastro.webhook_outbox
      UNION ALL SELECT delivery_id, 'webhook_attempts' FROM lastro.webhook_attempts
      UNION ALL SELECT delivery_id, 'feed_places' FROM lastro.feed_places) AS own
    WHERE NOT EXISTS (SELECT FROM facts WHERE kind = 'DELIVERY' AND facts.id = own.id)
      AND NOT EXISTS (SELECT FROM lastro.webhook_outbox AS sent
        WHERE sent.delivery_id = own.id AND ${IS_PARKED("'cashout-' || sent.correlation_key")})
    GROUP BY id`,
};

const UNSENT: Question = {
  ...{ knownTo: 'LOG', unknownTo: 'OUTBOX', what: 'DELIVERY' },
  text: `SELECT id, 'of ' || stream || '@' || revision AS detail FROM facts
    WHERE kind = 'DELIVERY' AND NOT EXISTS (SELECT FROM lastro.webhook_outbox WHERE delivery_id = facts.id)
      AND commit <= (SELECT position_commit FROM lastro.named_checkpoints WHERE projection = 'webhook-outbox')
      AND NOT ${IS_PARKED('facts.stream')}`,
};

const LOST_SUBJECTS: Question = {
  ...{ knownTo: 'LOG', unknownTo: 'VAULT', what: 'SUBJECT' },
  text: `SELECT id, 'what is sealed in ' || stream || '@' || revision || ' cannot be opened' AS detail FROM facts
    WHERE kind = 'SUBJECT' AND NOT EXISTS (SELECT FROM vault.subject_keys WHERE subject_id = facts.id)
      AND NOT EXISTS (SELECT FROM facts AS erased WHERE erased.kind = 'ERASED' AND erased.id = facts.id)`,
};

const UNKNOWN_TRANSFERS: Question = {
  ...{ knownTo: 'BANK', unknownTo: 'LOG', what: 'PAYOUT' },
  text: `SELECT key AS id, provider || ' (' || mode || ') has it as ' || provider_id || ', ' || state AS detail
    FROM transfers WHERE NOT is_late AND NOT EXISTS (SELECT FROM facts WHERE kind = 'SENT' AND id = key)`,
};

const UNKNOWN_SETTLEMENTS: Question = {
  ...{ knownTo: 'LOG', unknownTo: 'BANK', what: 'PAYOUT' },
  text: `SELECT settled.id, sent.provider || ' (' || sent.mode || ') settled it, as ' || settled.stream || '@'
      || settled.revision || ' says' AS detail
    FROM facts AS settled JOIN facts AS sent ON sent.kind = 'SENT' AND sent.id = settled.id
    WHERE settled.kind = 'SETTLED' AND settled.at >= (SELECT min(settled_at) FROM transfers
        WHERE provider = sent.provider AND mode = sent.mode)
      AND NOT EXISTS (SELECT FROM transfers WHERE key = settled.id AND provider = sent.provider)`,
};

const QUESTIONS: readonly Question[] = [
  ...ROWS_OF.map(rowsAlone),
  ...[UNKNOWN_DELIVERIES, UNSENT, LOST_SUBJECTS, UNKNOWN_TRANSFERS, UNKNOWN_SETTLEMENTS],
];

const ROWS_PER_FETCH = 1_000;

/** What PostgreSQL, the vault and the bank say beside the facts of the log; the transaction is the caller's. */
export async function* contradictions(client: ClientBase): AsyncGenerator<Difference, void> {
  for (const { text, ...sides } of QUESTIONS) {
    await client.query(`DECLARE answers NO SCROLL CURSOR FOR ${text} ORDER BY id`);
    for (;;) {
      const { rows } = await client.query<Pick<Difference, 'id' | 'detail'>>(`FETCH ${ROWS_PER_FETCH} FROM answers`);
      for (const row of rows) yield { ...sides, ...row };
      if (rows.length < ROWS_PER_FETCH) break;
    }
    await client.query('CLOSE answers');
  }
}
