export type Side = 'LOG' | 'AUDIT_TRAIL' | 'ROWS' | 'OUTBOX' | 'VAULT' | 'BANK';

/** What one side knows and the other does not; no personal data. */
export interface Difference {
  readonly knownTo: Side;
  readonly unknownTo: Side;
  readonly what: 'EVENT' | 'STREAM' | 'DELIVERY' | 'SUBJECT' | 'PAYOUT';
  /** Of the event, the delivery or the subject; the stream's name; the payout's key. */
  readonly id: string;
  readonly detail: string;
}

const SIDES: { readonly [Name in Side]: string } = {
  LOG: 'the log',
  AUDIT_TRAIL: 'the audit trail',
  ROWS: 'a read model',
  OUTBOX: 'the webhook outbox',
  VAULT: 'the key vault',
  BANK: "the bank's list",
};

export const differenceWords = ({ knownTo, unknownTo, what, id, detail }: Difference): string =>
  `${SIDES[knownTo]} knows ${what.toLowerCase()} ${id}, ${SIDES[unknownTo]} does not: ${detail}`;
