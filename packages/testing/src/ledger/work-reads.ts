import type { ExpiryEvidence } from '../../../../aggregates/cashout/events';
import { streamNamed } from '../../../../aggregates/stream';
import { cashinStepsProjection } from '../../../../projections/payments/cashin-steps';
import { payoutsProjection } from '../../../../projections/payments/payouts';
import { reconciliation } from '../../../../projections/reconciliation';
import { reconciliationHolds } from '../../../../read-models/matching/reconciliation-holds';
import {
  type ReconciliationIntentRow,
  reconciliationIntents,
} from '../../../../read-models/matching/reconciliation-intents';
import { cashinPix } from '../../../../read-models/steps/cashin-pix';
import { payouts } from '../../../../read-models/steps/payouts';
import type { ProjectedRows } from './memory/projected-rows';

/** Evidence of the network, besides the rows. */
export type Looks = Omit<ExpiryEvidence, 'holds' | 'parked'>;

/** The reads of reactions, from rows in memory. */
export const workReads = (
  { rowsOf, applied }: Pick<ProjectedRows, 'rowsOf' | 'applied'>,
  looksOf: (row: ReconciliationIntentRow) => Looks,
  now: () => string,
) => {
  /** The same evidence as `read-models/due/due-expiries.ts` reads in SQL. */
  const knownOf = (row: ReconciliationIntentRow): ExpiryEvidence => {
    const holds = rowsOf(reconciliation)
      .all(reconciliationHolds)
      .filter(({ memo_hash, until }) => memo_hash === row.memo_hash && (until === null || until > now())).length;
    return { ...looksOf(row), holds: holds + (row.proposed_deposit === null ? 0 : 1) };
  };
  return {
    knownOf,
    readExpiryEvidence: async (memoHash: string) => {
      const row = rowsOf(reconciliation).get(reconciliationIntents, memoHash);
      return row === undefined ? null : { evidence: knownOf(row), asOf: applied() };
    },
    streamOfPayout: async (providerKey: string) => {
      const found = rowsOf(payoutsProjection).get(payouts, providerKey);
      return found === undefined ? null : streamNamed(found.stream);
    },
    intentOfPix: async (endToEndId: string) =>
      rowsOf(cashinStepsProjection).get(cashinPix, endToEndId)?.intent_id ?? null,
  };
};

/** No transfer paid or delivered anything else. */
export const USED_NOWHERE = {
  paymentsPaidBy: async (_endToEndId: string): Promise<readonly string[]> => [],
  cashinsDeliveredBy: async (_network: string, _txid: string): Promise<readonly string[]> => [],
  /** Every refund is as given. */
  objectionToRefund: async (): Promise<string | null> => null,
  mayCreditAnyWallet: async () => false,
};
