import type { StreamPrefix } from '../aggregates/stream';
import { accounts } from './accounts';
import { auditTrailProjection } from './audit-trail';
import { depositsProjection } from './deposits';
import { finalDebitsProjection } from './final-debits';
import { kycSessionsProjection } from './kyc-sessions';
import { linksProjection } from './links';
import { cashinIntentsProjection } from './payments/cashin-intents';
import { cashinStepsProjection } from './payments/cashin-steps';
import { cashoutIntentsProjection } from './payments/cashout-intents';
import { paymentsProjection } from './payments/payments';
import { payoutsProjection } from './payments/payouts';
import { redemptionsProjection } from './payments/redemptions';
import { withdrawalsProjection } from './payments/withdrawals';
import type { Projection } from './projection';
import { reconciliation } from './reconciliation';
import { webhookOutboxProjection } from './webhook-outbox';

/** A new projection needs a file beside these and a line here. */
export const projections = [
  accounts,
  cashoutIntentsProjection,
  reconciliation,
  payoutsProjection,
  depositsProjection,
  webhookOutboxProjection,
  auditTrailProjection,
  linksProjection,
  kycSessionsProjection,
  cashinIntentsProjection,
  cashinStepsProjection,
  withdrawalsProjection,
  redemptionsProjection,
  finalDebitsProjection,
  paymentsProjection,
] as const satisfies readonly Projection<string, StreamPrefix>[];

export type ProjectionName = (typeof projections)[number]['name'];

/** Requests need these rows, which identify every caller and the caller's property. */
export const DOOR_PROJECTIONS: ReadonlySet<string> = new Set<ProjectionName>(['accounts']);
