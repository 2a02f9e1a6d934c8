import type { Mode } from '../mode';
import type { Table } from '../table';

export type RedemptionStepRow = {
  readonly withdraw_id: string;
  /** ABANDON a reservation, SEND a debit, RESOLVE a sent one, GIVE_BACK a reservation without a debit. */
  readonly step: 'ABANDON' | 'SEND' | 'RESOLVE' | 'GIVE_BACK';
  readonly due_at: string;
  /** First sending; before it, the cause of the step. */
  readonly since_at: string;
  readonly network: string;
  readonly wallet: string;
  readonly partner_id: string;
  readonly user_id: string;
  readonly mode: Mode;
  readonly cause_event_id: string;
};

/** The next step of each promise on a wallet that is neither debited nor released. */
export const redemptionSteps: Table<RedemptionStepRow> = {
  name: 'redemption_steps',
  key: 'withdraw_id',
  columns: {
    withdraw_id: 'text',
    step: 'text',
    due_at: 'timestamptz',
    since_at: 'timestamptz',
    network: 'text',
    wallet: 'text',
    partner_id: 'text',
    user_id: 'text',
    mode: 'text',
    cause_event_id: 'text',
  },
};
