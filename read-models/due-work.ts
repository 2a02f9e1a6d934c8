/**
 * A statement that yields the due items of one kind: `key`, `payload` (JSON, an `Item`) and `due_at`, the longest due
 * first. It has no limit of its own: whoever claims leaves out what is held or rests, and a page of only those would
 * hide the others.
 */
export interface DueQuery<Item> {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The expression behind each part of an item: `text` is made of it, so that the two cannot differ. */
  readonly item: ItemColumns<Item>;
}

export type ItemColumns<Item> = { readonly [Part in keyof Item]-?: string };

interface Due<Item> {
  /** Common table expressions, if any. */
  readonly with?: string;
  readonly key: string;
  readonly dueAt: string;
  readonly item: ItemColumns<Item>;
  /** From FROM on, without the order. */
  readonly source: string;
  readonly values: readonly unknown[];
}

/** Usage: `dueQuery<Item>({ key, dueAt, item: { intentId: 'intent_id' }, source: 'FROM ...', values })`. */
export const dueQuery = <Item>({ with: tables = '', key, dueAt, item, source, values }: Due<Item>): DueQuery<Item> => {
  const parts = Object.entries<string>(item).map(([part, expression]) => `'${part}', ${expression}`);
  const columns = `${key} AS key, ${dueAt} AS due_at, jsonb_build_object(${parts.join(', ')}) AS payload`;
  return { text: `${tables} SELECT ${columns} ${source} ORDER BY 2`, values, item };
};

export interface DueMatch {
  readonly verdict: 'MATCH' | 'UNMATCHED';
  readonly depositId: string;
  readonly intentId: string | null;
  readonly reason: string | null;
  readonly candidates: readonly { readonly intentId: string; readonly reason: string }[];
  readonly inTime: boolean;
  readonly ruleVersion: number;
  readonly causeEventId: string;
}

export interface DueExpiry {
  readonly intentId: string;
  readonly cause: 'WATERMARK' | 'GRACE';
}

export interface DuePayoutStep {
  readonly stream: string;
  readonly causeEventId: string;
  /** Of the attempt; null before the first. */
  readonly providerKey: string | null;
  /** When the attempt was first sent, or the step was caused: milliseconds since 1970. */
  readonly sinceMs: number;
}

/** The items of each kind. */
export interface DueItems {
  readonly 'match-deposit': DueMatch;
  readonly 'expire-cashout': DueExpiry;
  readonly 'request-payout': DuePayoutStep;
  readonly 'dispatch-payout': DuePayoutStep;
  readonly 'resolve-payout': DuePayoutStep;
}

/** Proposals of the matcher that nobody has carried out yet. */
const dueMatches = (): DueQuery<DueMatch> =>
  dueQuery({
    key: 'deposit_id',
    dueAt: 'proposed_at',
    item: {
      verdict: 'verdict',
      depositId: 'deposit_id',
      intentId: 'intent_id',
      reason: 'reason',
      candidates: 'candidates',
      inTime: 'in_time',
      ruleVersion: 'rule_version',
      causeEventId: 'cause_event_id',
    },
    source: 'FROM lastro.reconciliation_proposals',
    values: [],
  });

/**
 * Intents whose time is over: the network was seen past the deadline and no deposit is open, or no watermark passed the
 * deadline within the network's grace (design: domain, section 3, "Expiry").
 */
const dueExpiries = (now: string, graceSecondsByNetwork: Readonly<Record<string, number>>): DueQuery<DueExpiry> =>
  dueQuery({
    key: 'i.intent_id',
    dueAt: 'i.expires_at',
    item: {
      intentId: 'i.intent_id',
      cause: `CASE WHEN w.time > deadline.at THEN 'WATERMARK' ELSE 'GRACE' END`,
    },
    source: `FROM lastro.reconciliation_intents i
           CROSS JOIN LATERAL (SELECT i.expires_at + make_interval(secs => i.tolerance_seconds) AS at) deadline
           LEFT JOIN lastro.network_watermarks w ON w.network = i.network
          WHERE i.status = 'PENDING' AND i.expires_at < $1::timestamptz AND i.proposed_deposit IS NULL
            AND CASE WHEN w.time > deadline.at THEN i.open_deposits = '[]'::jsonb
                     ELSE deadline.at + make_interval(secs => coalesce(($2::jsonb ->> i.network)::int, 600)) < $1::timestamptz
                END`,
    values: [now, JSON.stringify(graceSecondsByNetwork)],
  });

/** Every attempt has a lease of its own: how long one is waited for says nothing about the next. */
const dueSteps = (step: 'REQUEST' | 'DISPATCH' | 'RESOLVE', now: string): DueQuery<DuePayoutStep> =>
  dueQuery({
    key: `concat_ws(' ', stream, provider_key)`,
    dueAt: 'due_at',
    item: {
      stream: 'stream',
      causeEventId: 'cause_event_id',
      providerKey: 'provider_key',
      sinceMs: 'floor(extract(epoch FROM since_at) * 1000)',
    },
    source: 'FROM lastro.payout_steps WHERE step = $1 AND due_at <= $2::timestamptz',
    values: [step, now],
  });

/** What is due of each kind at a time (ISO 8601, UTC). */
export type DueWorkQueries = {
  readonly [Kind in keyof DueItems]: (now: string) => DueQuery<DueItems[Kind]>;
};

export const dueWork = (graceSecondsByNetwork: Readonly<Record<string, number>>): DueWorkQueries => ({
  'match-deposit': dueMatches,
  'expire-cashout': (now) => dueExpiries(now, graceSecondsByNetwork),
  'request-payout': (now) => dueSteps('REQUEST', now),
  'dispatch-payout': (now) => dueSteps('DISPATCH', now),
  'resolve-payout': (now) => dueSteps('RESOLVE', now),
});
