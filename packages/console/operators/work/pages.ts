import type { OpsWorkItem } from '../../wire';
import { ALERTS, depositPath, PROJECTIONS, paymentPath, userPath } from '../frame/paths';

/** Where the decision is; null: a person settles it elsewhere. */
export const pageOfWork = ({ kind, paymentId, depositId, userId }: OpsWorkItem): string | null => {
  if (depositId !== null) return depositPath(depositId);
  if (paymentId !== null) return paymentPath(paymentId);
  if (kind === 'ALERT') return ALERTS;
  if (kind === 'PARKED_STREAM') return PROJECTIONS;
  return userId === null ? null : userPath(userId);
};
