import type { Table } from './table';

export type PayoutStepRow = {
  /** Of whoever has something paid out. */
  readonly stream: string;
  /** REQUEST an attempt, DISPATCH the requested one, RESOLVE a sent one by asking the provider. */
  readonly step: 'REQUEST' | 'DISPATCH' | 'RESOLVE';
  readonly due_at: string;
  /** When the attempt was first sent; before that, when the step was caused. */
  readonly since_at: string;
  readonly provider_key: string | null;
  readonly cause_event_id: string;
};

/** What each open payout is waiting for; an ended one has no row. */
export const payoutSteps: Table<PayoutStepRow> = {
  name: 'payout_steps',
  key: 'stream',
  columns: {
    stream: 'text',
    step: 'text',
    due_at: 'timestamptz',
    since_at: 'timestamptz',
    provider_key: 'text',
    cause_event_id: 'text',
  },
};
