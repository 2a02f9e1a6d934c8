/**
 * A statement that yields the due items of one kind: `key`, `payload` (JSON) and `due_at`, the longest due first. It has
 * no limit of its own: whoever claims leaves out what is held or rests, and a page of only those would hide the others.
 */
export interface DueQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Proposals of the matcher that nobody has carried out yet. */
const dueMatches = (): DueQuery => ({
  text: `SELECT deposit_id AS key, proposed_at AS due_at,
                jsonb_build_object('verdict', verdict, 'depositId', deposit_id, 'intentId', intent_id, 'reason', reason,
                  'candidates', candidates, 'inTime', in_time, 'ruleVersion', rule_version,
                  'causeEventId', cause_event_id) AS payload
           FROM lastro.reconciliation_proposals ORDER BY proposed_at`,
  values: [],
});

/**
 * Intents whose time is over: the network was seen past the deadline and no deposit is open, or no watermark passed the
 * deadline within the network's grace (design: domain, section 3, "Expiry").
 */
const dueExpiries = (now: string, graceSecondsByNetwork: Readonly<Record<string, number>>): DueQuery => ({
  text: `SELECT i.intent_id AS key, i.expires_at AS due_at,
                jsonb_build_object('intentId', i.intent_id, 'cause',
                  CASE WHEN w.time > deadline.at THEN 'WATERMARK' ELSE 'GRACE' END) AS payload
           FROM lastro.reconciliation_intents i
           CROSS JOIN LATERAL (SELECT i.expires_at + make_interval(secs => i.tolerance_seconds) AS at) deadline
           LEFT JOIN lastro.network_watermarks w ON w.network = i.network
          WHERE i.status = 'PENDING' AND i.expires_at < $1::timestamptz AND i.proposed_deposit IS NULL
            AND CASE WHEN w.time > deadline.at THEN i.open_deposits = '[]'::jsonb
                     ELSE deadline.at + make_interval(secs => coalesce(($2::jsonb ->> i.network)::int, 600)) < $1::timestamptz
                END
          ORDER BY i.expires_at`,
  values: [now, JSON.stringify(graceSecondsByNetwork)],
});

/** Every attempt has a lease of its own: how long one is waited for says nothing about the next. */
const dueSteps = (step: 'REQUEST' | 'DISPATCH' | 'RESOLVE', now: string): DueQuery => ({
  text: `SELECT coalesce(provider_key, intent_id) AS key, due_at,
                jsonb_build_object('intentId', intent_id, 'causeEventId', cause_event_id, 'providerKey', provider_key,
                  'sinceMs', floor(extract(epoch FROM since_at) * 1000)) AS payload
           FROM lastro.payout_steps WHERE step = $1 AND due_at <= $2::timestamptz ORDER BY due_at`,
  values: [step, now],
});

/** What is due of each kind at `now` (ISO 8601, UTC). */
export const dueWork = (graceSecondsByNetwork: Readonly<Record<string, number>>) => ({
  'match-deposit': dueMatches,
  'expire-cashout': (now: string) => dueExpiries(now, graceSecondsByNetwork),
  'request-payout': (now: string) => dueSteps('REQUEST', now),
  'dispatch-payout': (now: string) => dueSteps('DISPATCH', now),
  'resolve-payout': (now: string) => dueSteps('RESOLVE', now),
});
