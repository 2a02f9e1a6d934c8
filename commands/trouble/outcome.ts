import type { CashinEnd } from '../../aggregates/cashin/events';
import type { PayoutEnd } from '../../aggregates/payout/events';
import { invalidField } from '../../aggregates/rejection';
import type { FoundDebit } from '../../aggregates/withdrawal/events';
import { isId } from '../cashin/charge/answer-rules';
import { mustBeBaseUnits } from '../handling/sending/answered-amount';

export type RedemptionEnd =
  | { readonly how: 'DEBITED'; readonly debited: FoundDebit }
  | { readonly how: 'NOT_DEBITED' }
  /** A settled debit is missing; the transfer, case or document that repaid it. */
  | { readonly how: 'MADE_GOOD'; readonly settledBy: string };

export type Outcome = PayoutEnd | CashinEnd | RedemptionEnd;

/** As a bank names a transfer: an end-to-end id, or an id of its own. */
const TRANSFER = /^[A-Za-z0-9._:/-]{4,100}$/;
const TRANSACTION = 'must be the hash or id of a transaction';
const TXID = /^[A-Za-z0-9]{3,128}$/;

/** Refuses VALIDATION_ERROR. */
export const mustBeEvidence = (outcome: Outcome): void => {
  if (outcome.how === 'PAID') mustBeTransfer('endToEndId', outcome.endToEndId);
  if (outcome.how === 'REFUNDED') mustBeTransfer('transfer', outcome.transfer);
  if (outcome.how === 'MADE_GOOD') mustBeTransfer('settledBy', outcome.settledBy);
  if (outcome.how === 'DELIVERED') {
    if (!isId(outcome.txId)) throw invalidField('txId', TRANSACTION);
    mustBeBaseUnits('deliveredBaseUnits', outcome.deliveredBaseUnits);
  }
  if (outcome.how === 'DEBITED') {
    if (!TXID.test(outcome.debited.txid)) throw invalidField('txid', TRANSACTION);
    mustBeBaseUnits('amountBaseUnits', outcome.debited.amountBaseUnits);
  }
};

export const mustBeTransfer = (field: string, text: string): void => {
  if (!TRANSFER.test(text)) throw invalidField(field, 'must be the end-to-end id of a transfer, or the id of the bank');
};
