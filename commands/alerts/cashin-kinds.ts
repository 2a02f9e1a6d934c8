import { A_DAY_LATER, kind, OPERATOR, once } from './ending';
import { cashinDecided, creditKnown, pixGivenBack, splitMade } from './endings';

const PIX = ['stream', 'endToEndId'];

/** What can go wrong with a cash-in. */
export const CASHIN_ALERTS = {
  'cashin-contradicted': kind(
    ['A provider contradicts itself about a cash-in'],
    ['stream', 'about', 'detail'],
    once(cashinDecided),
  ),
  'cashin-without-provider': kind(
    ['The provider of a cash-in is not configured: nothing is sent or asked for it'],
    ['stream', 'provider'],
    A_DAY_LATER,
  ),
  'cashin-held': kind(
    ['A cash-in should have ended long ago, and its provider does not say that nothing was paid'],
    ['stream'],
    A_DAY_LATER,
  ),
  'cashin-unsent': kind(
    ['What a cash-in owes has not been sent for an hour: nobody answers whether it may be'],
    ['stream'],
    A_DAY_LATER,
  ),
  'charge-answer': kind(
    ['A provider of charges gave an answer that cannot be'],
    ['stream', 'provider', 'detail'],
    A_DAY_LATER,
  ),
  'charge-caller': kind(['A provider called about a charge of another one'], ['stream', 'provider'], A_DAY_LATER),
  'charge-unanswered': kind(
    ['A provider called about a charge and does not say what came for it'],
    ['stream', 'provider'],
    A_DAY_LATER,
  ),
  'credit-unmatched': kind(['A PIX came that names no charge of ours'], ['provider', 'endToEndId'], OPERATOR),
  'credit-contradicted': kind(['A provider lists one PIX for several charges'], ['provider', 'endToEndId'], OPERATOR),
  'credit-left-out': kind(
    ['A PIX came for a charge more than an hour ago, and the charge does not tell of it'],
    PIX,
    once(creditKnown),
  ),
  'credit-forgotten': kind(['A PIX came for a charge that its provider does not know'], PIX, once(creditKnown)),
  'credits-unswept': kind(
    ['A provider of charges has not said for an hour what came: a PIX may be missed'],
    ['provider', 'partnerId', 'mode'],
    A_DAY_LATER,
  ),
  'delivery-answer': kind(
    ['A provider of deliveries gave an answer that cannot be'],
    ['stream', 'provider', 'detail'],
    A_DAY_LATER,
  ),
  'delivery-unknown': kind(['The outcome of a delivery is still unknown'], ['stream', 'deliveryId'], A_DAY_LATER),
  'refund-unknown': kind(
    ['The outcome of a refund is still unknown', 'A refund needs an operator: its outcome is unknown'],
    ['stream', 'refundKey'],
    A_DAY_LATER,
  ),
  'split-lost': kind(['The partner got its part of a PIX that pays for nothing'], ['stream'], OPERATOR),
  'split-owed': kind(
    ['A part of a PIX is owed to the partner: the charge was not split'],
    ['intentId', 'cents'],
    once(splitMade),
  ),
  'refund-refused': kind(['A refund was refused: an operator must give the money back'], PIX, once(pixGivenBack)),
  'refund-foreign': kind(['A PIX that is owed back was sent back already, and not by us'], PIX, once(pixGivenBack)),
} as const;
