import type { Table, Value } from '../table';

export type ReconciliationProposalRow = {
  readonly deposit_id: string;
  readonly verdict: 'MATCH' | 'UNMATCHED';
  readonly intent_id: string | null;
  readonly reason: string | null;
  /** {intentId, reason}: the intents considered and rejected. */
  readonly candidates: readonly { readonly [name: string]: Value }[];
  readonly in_time: boolean;
  readonly rule_version: number;
  readonly cause_event_id: string;
  readonly proposed_at: string;
};

/** The matcher's proposals. A worker claims one and runs the command; the outcome removes the row. */
export const reconciliationProposals: Table<ReconciliationProposalRow> = {
  name: 'reconciliation_proposals',
  key: 'deposit_id',
  columns: {
    deposit_id: 'text',
    verdict: 'text',
    intent_id: 'text',
    reason: 'text',
    candidates: 'jsonb',
    in_time: 'boolean',
    rule_version: 'integer',
    cause_event_id: 'text',
    proposed_at: 'timestamptz',
  },
};
