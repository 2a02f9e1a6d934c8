import type { OpsWorkItem } from '../../wire';
import { ALERTS, depositPath, paymentPath, paymentsPath } from '../frame/paths';

/** Where the decision is; null: a person settles it elsewhere. */
export const pageOfWork = ({ kind, paymentId, depositId, userId, mode }: OpsWorkItem): string | null => {
  if (depositId !== null) return depositPath(depositId);
  if (paymentId !== null) return paymentPath(paymentId);
  if (kind === 'ALERT') return ALERTS;
  return userId !== null && mode !== null ? paymentsPath({ mode, userId }) : null;
};
