import type { OpsOpening, OpsOutcome, OpsWorkItem } from '../../wire';

const FIELDS: Readonly<Record<OpsOpening['field'], string>> = {
  EXTERNAL_ID: "Partner's id of the user",
  DOCUMENT: 'Document',
  NAME: 'Name',
  BIRTH_DATE: 'Birth date',
  PAYEE: 'Payee',
  PAYER: 'Payer',
};

const KINDS: Readonly<Record<OpsWorkItem['kind'], string>> = {
  PROPOSAL: 'Proposal',
  TROUBLE: 'Payment in trouble',
  RETURN: 'Returned payout',
  DEPOSIT: 'Unmatched deposit',
  ALERT: 'Alert',
  PARKED_STREAM: 'Parked stream',
  KYC_REVIEW: 'KYC in review',
  WEBHOOK: 'Exhausted webhook',
};

const DECISIONS: Readonly<Record<OpsWorkItem['kind'], string>> = {
  PROPOSAL: 'give the second word',
  TROUBLE: 'see what holds it',
  RETURN: 'say what becomes of it',
  DEPOSIT: 'assign, refund or write off',
  ALERT: 'settle and close',
  PARKED_STREAM: 'see the error',
  KYC_REVIEW: 'see the payments of the user',
  WEBHOOK: 'see the payment',
};

const OUTCOMES: Readonly<Record<OpsOutcome['how'], string>> = {
  PAID: 'The payout was paid',
  NOT_PAID: 'The payout was not paid',
  DELIVERED: 'The delivery arrived',
  REFUNDED: 'The PIX was given back',
  DEBITED: 'The wallet was debited',
  NOT_DEBITED: 'The wallet was not debited',
  MADE_GOOD: 'The lost debit was made good',
};

/** Decisions and other changes by operators. */
export const WORK_EN = {
  reason: 'Reason (3 to 500 characters, stays in the log)',
  busy: 'Sending…',
  done: 'Done.',
  proposed: 'Proposed. Another operator gives the second word.',
  title: 'Work',
  keys: 'The keys j and k go from row to row, Enter opens.',
  nothing: 'Nothing waits for a person.',
  atLeast: (count: number) => `${count} or more`,
  since: 'Since',
  until: 'until',
  proposedBy: 'Proposed by',
  kind: 'Kind',
  kinds: KINDS,
  decisions: DECISIONS,
  urgencies: {
    1: 'Money may be lost or paid twice',
    2: 'Deadline within the hour',
    3: 'Money waits',
    4: 'People wait',
    5: 'Webhooks',
  },
  alerts: 'Alerts',
  noAlerts: 'No alert is open.',
  close: 'Close the alert',
  closeLead: 'The alert opens again when its cause is seen again.',
  deposits: 'Unmatched deposits',
  depositsShort: 'Deposits',
  noDeposits: 'Every deposit is matched or resolved.',
  moreDeposits: 'There are more. The newest 50 are shown.',
  noDeposit: 'There is no deposit with this id',
  noDepositTodo: 'Check that the whole id was copied, or search for its transaction.',
  arrived: 'What arrived',
  movements: 'Movements of the transaction to us',
  mention: 'Memo inside a call',
  unsupported: 'Unsupported transfer',
  candidates: 'Candidates',
  noCandidates: 'No payment is a candidate.',
  why: 'Why',
  setAside: 'Sets aside',
  cannot: 'Cannot be assigned',
  ways: {
    ASSIGN: 'Assign the deposit',
    REFUND: 'Record its refund',
    WRITE_OFF: 'Write the deposit off',
    WITHDRAW: 'Withdraw the proposal',
  },
  leads: {
    ASSIGN:
      'The deposit pays this payment. Above the limit this is a proposal, and another operator gives the second word.',
    REFUND: 'A final transaction of ours has given the deposit back whole. The network is asked.',
    WRITE_OFF: 'The deposit leaves the inbox for ever. Nothing is paid or given back for it.',
    WITHDRAW: 'The deposit waits again for a decision.',
  },
  toWhom: 'To (empty: the sender)',
  second: 'Give the second word',
  secondLead:
    'You say the same as the first operator. The provider is asked again first; what follows cannot be undone.',
  anotherPerson: 'Another person gives the second word.',
  changedSince: 'Since then',
  nothingSince: 'nothing has happened',
  hold: 'Hold',
  holdLead: 'Nothing is requested or sent for this payment until its release.',
  release: 'Release',
  releaseLead: 'The payment goes on where it was.',
  decide: 'Decide the outcome',
  decideLead: 'For a step that no provider ends. The provider is asked first; another operator says the same.',
  outcome: 'Outcome',
  outcomes: OUTCOMES,
  evidence: {
    transfer: 'End-to-end id, or id of the bank',
    transaction: 'Transaction',
    baseUnits: 'Amount in base units',
    assetId: 'Asset id',
    pix: 'End-to-end id of the PIX',
  },
  opening: {
    button: 'Open personal data',
    title: 'Open personal data',
    lead: 'The opening is recorded with your name and reason before you see the value, and stands in the timeline.',
    field: 'Value',
    action: 'Open',
    fields: FIELDS,
    none: 'There is no such value, or it can no longer be opened.',
    minute: 'This text disappears after a minute.',
  },
};

export type WorkWords = typeof WORK_EN;
