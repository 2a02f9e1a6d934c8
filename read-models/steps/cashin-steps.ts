import type { Table } from '../table';

export type CashinStepRow = {
  /** The intent and CHARGE, EXPIRY, DELIVERY, OVERRULED, `REFUND <PIX>`, `OVERRULED <PIX>`, `DISPUTE <id>`, CLOSED. */
  readonly step_key: string;
  readonly intent_id: string;
  readonly partner_id: string;
  /**
   * CREATE, WATCH or EXPIRE a charge; REQUEST, SEND or RESOLVE a delivery; DISPATCH a refund and ASK. CLOSED: nothing.
   */
  readonly step:
    | 'CREATE'
    | 'WATCH'
    | 'AFTER'
    | 'DISPUTE'
    | 'EXPIRE'
    | 'REQUEST'
    | 'SEND'
    | 'RESOLVE'
    | 'OVERRULED'
    | 'DISPATCH'
    | 'ASK'
    | 'OVERRULED_REFUND'
    | 'CLOSED';
  readonly subject: string | null;
  /** End-to-end id of the refunded PIX. */
  readonly end_to_end_id: string | null;
  /** Cents to send back. */
  readonly owed_cents: string | null;
  readonly due_at: string;
  /** First dispatch of a sent delivery or refund; otherwise the start of the step. */
  readonly since_at: string;
  readonly cause_event_id: string;
};

export const cashinSteps: Table<CashinStepRow> = {
  name: 'cashin_steps',
  key: 'step_key',
  columns: {
    step_key: 'text',
    intent_id: 'text',
    partner_id: 'text',
    step: 'text',
    subject: 'text',
    end_to_end_id: 'text',
    owed_cents: 'numeric',
    due_at: 'timestamptz',
    since_at: 'timestamptz',
    cause_event_id: 'text',
  },
};
