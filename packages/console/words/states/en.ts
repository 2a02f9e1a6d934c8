import type { OpsEvent, OpsMoneyIn, OpsMoneyOut, OpsPayment, OpsRole, OpsStep, OpsWebhook } from '../../wire';

const KINDS: Readonly<Record<OpsPayment['kind'], string>> = {
  CASHOUT: 'Cash-out',
  CASHIN: 'Cash-in',
  WITHDRAW: 'Withdrawal',
};

const STATUSES: Readonly<Record<OpsPayment['status'], string>> = {
  PENDING: 'Waiting for the deposit',
  ACTIVE: 'Waiting for the PIX',
  PROCESSING: 'Processing',
  COMPLETED: 'Completed',
  FAILED: 'Failed',
  EXPIRED: 'Expired',
};

const STEPS: Readonly<Record<OpsStep['step'], string>> = {
  QUOTED: 'Quoted',
  WAITING: 'Waiting',
  SEEN: 'Money seen',
  FINAL: 'Final',
  MATCHED: 'Matched',
  SENT: 'Sent',
  PAID: 'Paid',
};

/** Kinds of payees, by the service's name. */
const PAYEES = {
  PIX_BRCODE: 'PIX code',
  PIX_KEY: 'PIX key',
  BOLETO: 'Boleto',
  GIFT_CARD: 'Gift card',
  WALLET: 'Wallet',
};

const MONEY_IN: Readonly<Record<OpsMoneyIn['what'], string>> = {
  DEPOSIT: 'Deposit',
  PIX: 'PIX received',
  DEBIT: 'Debit of the wallet',
};

const MONEY_OUT: Readonly<Record<OpsMoneyOut['what'], string>> = {
  PAYOUT: 'Payout',
  DELIVERY: 'Delivery',
  PIX_REFUND: 'PIX refund',
  REFUND_TRANSFER: 'Refund transfer',
};

const WEBHOOK_STATUSES: Readonly<Record<OpsWebhook['status'], string>> = {
  PENDING: 'Pending',
  DELIVERED: 'Delivered',
  EXHAUSTED: 'Exhausted',
  CANCELLED: 'Cancelled',
  UNSENT: 'Not sent',
};

const KYC: Readonly<Record<NonNullable<OpsPayment['people']['kycStatus']>, string>> = {
  PENDING: 'Pending',
  SUBMITTED: 'Submitted',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  BLOCKED: 'Blocked',
};

const ROLES: Readonly<Record<OpsRole, string>> = {
  viewer: 'viewer',
  auditor: 'auditor',
  operator: 'operator',
  approver: 'approver',
  admin: 'admin',
};

const ACTORS: Readonly<Record<OpsEvent['actor']['kind'], string>> = {
  operator: 'Operator',
  partner: 'Partner',
  member: 'Member of the partner',
  user: 'User',
  system: 'Service',
};

/** States of movements, by the service's name; an unknown name is shown as it is. */
const MOVEMENT_STATUSES = {
  OBSERVED: 'Seen, not final',
  FINALISED: 'Final',
  CLAIMED: 'Claimed',
  MATCHED: 'Matched',
  UNMATCHED: 'Unmatched',
  REVERTED: 'Reverted',
  WRITTEN_OFF: 'Written off',
  RECEIVED: 'Received',
  ACCEPTED: 'Accepted',
  REFUND_DUE: 'Refund due',
  REFUNDED: 'Refunded',
  REQUESTED: 'Requested',
  DISPATCHED: 'Sent',
  SENT: 'Sent',
  UNKNOWN: 'Outcome unknown',
  REJECTED: 'Rejected',
  SETTLED: 'Settled',
  RETURNED: 'Returned',
  RETURN_RESOLVED: 'Return resolved',
  CONFIRMED: 'Confirmed',
  FAILED: 'Failed',
  RECORDED: 'Recorded',
};

export const STATES_EN = {
  kinds: KINDS,
  statuses: STATUSES,
  steps: STEPS,
  payees: PAYEES,
  moneyIn: MONEY_IN,
  moneyOut: MONEY_OUT,
  movements: MOVEMENT_STATUSES,
  webhookStatuses: WEBHOOK_STATUSES,
  kyc: KYC,
  roles: ROLES,
  actors: ACTORS,
};

export type States = typeof STATES_EN;
