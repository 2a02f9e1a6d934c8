import type { DepositResolution } from '../../../../aggregates/deposit/events';
import type { Figures, Sentences } from './figures';

const resolutionWords = (resolution: DepositResolution, f: Figures): string => {
  if (resolution.how === 'ASSIGN') return `assign the deposit to ${f.short(resolution.intentId)}`;
  return resolution.how === 'REFUND' ? `record its refund by ${f.short(resolution.txid)}` : 'write the deposit off';
};

const HALTED = { METHOD: 'method', PROVIDER: 'provider', NETWORK: 'network', PAYEE: 'payee' } as const;

export const EVENTS_EN: Sentences = {
  PartnerOnboarded: (d) => `Partner ${d.name} was onboarded.`,
  PartnerSuspended: () => 'The partner was suspended: its credentials are refused.',
  PartnerReinstated: () => 'The partner was reinstated.',
  PartnerRevoked: () => 'The partner was revoked for good.',
  ApiKeyIssued: (d) => `API key ending in ${d.last4} was issued for ${d.mode}.`,
  ApiKeyRevoked: (d, f) => `API key ${f.short(d.keyId)} was revoked.`,
  HmacSecretIssued: (d) => `An HMAC secret was issued for ${d.mode}.`,
  WebhookSecretRotated: (d) => `The webhook secret for ${d.mode} was rotated.`,
  DestinationRegistered: (d) => `The webhook destination for ${d.mode} is now ${d.url}.`,
  DestinationRemoved: (d) => `The webhook destination for ${d.mode} was removed.`,
  PartnerTermsChanged: () => "The partner's terms changed.",

  PartnerMemberInvited: (d) => `A member was invited with the role ${d.role}.`,
  PartnerMemberJoined: () => 'An invited member signed in for the first time.',
  PartnerMemberRoleChanged: (d) => `The role of a member changed to ${d.role}.`,
  PartnerMemberRemoved: () => 'A member was removed: sessions of this person with the partner ended.',

  UserRegistered: () => 'The user was registered.',
  WalletLinked: (d, f) => `Wallet ${f.short(d.wallet.pubkey)} was linked to the user.`,
  WalletChanged: (d, f) => `The user's wallet changed to ${f.short(d.after.pubkey)}.`,
  ExternalIdChanged: () => "The partner's id for the user changed.",
  KycStatusChanged: (d) => `KYC status of the user: ${d.previousStatus} → ${d.status}.`,
  KycSessionFollowed: (d) => `The user's KYC status follows session ${d.number}: ${d.status}.`,
  UserBlocked: () => 'The user was blocked.',
  UserUnblocked: () => 'The user was unblocked.',
  PersonalDataOpened: (d) => `Personal data was opened: ${d.fields.join(', ')}.`,
  FiscalKeyDestroyed: (d) => `Data kept for tax was destroyed after ${d.retentionYears} years.`,
  SubjectErased: () => "The user's personal data was erased.",

  QuoteIssued: (d, f) =>
    `Quote: ${f.coins(d.amountBaseUnits, d.assetId)} pays ${f.reais(d.payout.amountCents)}; valid until ${f.time(d.expiresAt)}.`,
  CashinQuoteIssued: (d, f) =>
    `Quote: ${f.reais(d.amountCents)} buys ${f.coins(d.amountBaseUnits, d.assetId)}; valid until ${f.time(d.expiresAt)}.`,

  CashoutIntentCreated: (d, f) =>
    `The cash-out was created; it waits for ${f.coins(d.amountBaseUnits, d.assetId)} on ${d.network}.`,
  DepositAccepted: (d, f) =>
    d.assignment === undefined
      ? `The deposit of ${f.coins(d.amountBaseUnits, d.assetId)} was accepted for this payment.`
      : `Operator ${d.assignment.operator} assigned the deposit of ${f.coins(d.amountBaseUnits, d.assetId)} to this payment.`,
  ExpiryHeld: () => 'Expiry is on hold: a deposit that may pay this cash-out is undecided. An operator must look.',
  CashoutExpired: (d) =>
    d.cause === 'WATERMARK'
      ? 'The cash-out expired: the network was read past the deadline without a deposit.'
      : 'The cash-out expired: no deposit was seen by the end of the grace period.',
  GiftCardRevealed: () => 'The gift card code was revealed.',
  CashoutCompleted: (d, f) => `The cash-out completed: ${f.reais(d.amountCents)} reached the payee.`,
  CashoutFailed: (d) =>
    `The cash-out failed after ${d.attempts} payout attempt(s): ${d.reasonCode}.${d.refundDue ? ' A refund is due.' : ''}`,
  RefundDue: (d, f) => `A refund of ${f.coins(d.amountBaseUnits, d.assetId)} is due to ${f.short(d.to)}: ${d.reason}.`,

  PayoutRequested: (d, f) => `Payout attempt ${d.attempt} of ${f.reais(d.amountCents)} was requested.`,
  PayoutDeferred: (d) =>
    `Payout attempt ${d.attempt} waits: ${{ HALTED: 'operators have halted such payouts', ABOVE_LIMIT: `it is above the limit at ${d.provider}`, NIGHT: `it is above the limit of the night at ${d.provider}`, BREAKER_OPEN: `${d.provider} has failed and gets no new orders`, UNDER_FLOOR: `the balance at ${d.provider} is too low` }[d.reason]}.`,
  PayoutDispatched: (d) => `Payout attempt ${d.attempt} was sent to ${d.provider}.`,
  PayoutOutcomeUnknown: (d) =>
    `Payout attempt ${d.attempt} has an unknown outcome (${d.reason}). The provider is asked again.`,
  PayoutRejected: (d, f) =>
    `Payout attempt ${d.attempt} was rejected: ${d.code}. ${d.nextAttemptAt === null ? 'No attempt follows.' : `Next attempt at ${f.time(d.nextAttemptAt)}.`}`,
  PayoutSettled: (d, f) =>
    `The payout of ${f.reais(d.amountCents)} settled${d.endToEndId === null ? '' : `; end-to-end id ${d.endToEndId}`}${d.decided === undefined ? '' : ', by the word of two operators'}.`,
  PayoutReturned: (d, f) => `The payee's bank returned ${f.reais(d.amountCents)}.`,
  PayoutContradicted: (d) => `The provider contradicts itself about the payout: ${d.detail}. No money moves.`,
  PayoutHeld: (d, f) =>
    d.lostSince === undefined
      ? 'The payout was put on hold.'
      : `The payout is on hold: the log lost events after ${f.time(d.lostSince)}.`,
  PayoutReleased: () => 'The payout was released from hold.',
  PayoutProposalWithdrawn: (d) =>
    `Operator ${d.withdrawnBy} withdrew the proposal of ${d.proposedBy} about the payout.`,
  PayoutDecisionProposed: (d) =>
    `Operator ${d.proposedBy} proposed: the payout is ${d.end?.how === 'PAID' ? 'paid' : 'not paid'}. A second operator is needed.`,
  PayoutDecided: (d, f) =>
    `Operators ${d.proposedBy} and ${d.decidedBy} decided: the payout is not paid. A refund may go out from ${f.time(d.refundableFrom)}.`,
  ReturnResolved: (d, f) =>
    `The returned ${f.reais(d.amountCents)}: ${{ PAID_AGAIN: 'paid again to the payee', CRYPTO_DUE: 'owed back in crypto', PARTNER_PAID: 'handed to the partner' }[d.how]}.`,
  RefundRecorded: (d, f) =>
    `A refund of ${f.coins(d.amountBaseUnits, d.assetId)} to ${f.short(d.to)} was recorded, transaction ${f.short(d.txid)}.`,
  RefundTransferClaimed: (d, f) => `Transaction ${f.short(d.txid)} counts as the refund of this payment.`,
  FoundTransferClaimed: (d, f) => `Transfer ${f.short(d.reference)} counts for this payment and no other.`,
  PayeeLimitReserved: (d, f) =>
    `${f.reais(d.amountCents)} of payment ${f.short(d.paymentId)} count to the day's limit of its payee, ${f.reais(d.limitCents)}.`,
  PayeeLimitGivenBack: (d, f) => `Payment ${f.short(d.paymentId)} no longer counts to the day's limit of its payee.`,
  PayoutsHalted: (d, f) => `New payouts are halted: ${HALTED[d.scope]} ${f.short(d.value)}.`,
  PayoutsResumed: (d, f) => `New payouts go on: ${HALTED[d.scope]} ${f.short(d.value)}.`,

  CashinIntentCreated: (d, f) => `The cash-in was created; the payer owes ${f.reais(d.amountCents)} by PIX.`,
  ChargeCreated: (d, f) => `Charge ${f.short(d.txid)} was created at ${d.provider}.`,
  PixReceived: (d, f) => `A PIX of ${f.reais(d.amountCents)} was received, end-to-end id ${d.endToEndId}.`,
  PixSettled: (d) => `PIX ${d.endToEndId}, which its charge never reported, was settled by transfer ${d.transfer}.`,
  PixAccepted: (d, f) => `The PIX of ${f.reais(d.amountCents)} pays the cash-in: right amount, in time, right payer.`,
  SplitApplied: (d, f) => `${f.reais(d.amountCents)} of the charge was split off for the partner.`,
  DeliveryRequested: (d, f) =>
    `Delivery attempt ${d.attempt} of ${f.coins(d.amountBaseUnits, d.assetId)} to ${f.short(d.destination)} was requested.`,
  DeliverySent: (d, f) =>
    `Delivery attempt ${d.attempt} of ${f.coins(d.amountBaseUnits, d.assetId)} was sent on ${d.network}.`,
  DeliveryConfirmed: (d, f) =>
    `The delivery of ${f.coins(d.deliveredBaseUnits, d.assetId)} is final, transaction ${f.short(d.txId)}.`,
  DeliveryFailed: (d, f) =>
    `Delivery attempt ${d.attempt} failed: ${d.code}. ${d.nextAttemptAt === null ? 'No attempt follows.' : `Next attempt at ${f.time(d.nextAttemptAt)}.`}`,
  CashinCompleted: (d, f) => `The cash-in of ${f.reais(d.amountCents)} completed.`,
  CashinExpired: () => 'The cash-in expired: the charge was cancelled and the provider knows no payment of it.',
  CashinFailed: (d) => `The cash-in failed: ${d.reasonCode}.${d.refundDue ? ' A refund is due.' : ''}`,
  ChargeRefundDue: (d, f) => `A refund of ${f.reais(d.amountCents)} to the payer is due: ${d.reason}.`,
  ChargeRefundDispatched: (d, f) =>
    `Refund attempt ${d.attempt} of ${f.reais(d.amountCents)} was sent to ${d.provider}.`,
  ChargeRefundUnknown: (d) => `The refund has an unknown outcome (${d.reason}). The provider is asked again.`,
  ChargeRefundRejected: (d, f) =>
    `The refund was rejected: ${d.code}. ${d.nextAttemptAt === null ? 'An operator must act.' : `Next attempt at ${f.time(d.nextAttemptAt)}.`}`,
  ChargeRefundDone: (d, f) => `The payer was refunded ${f.reais(d.amountCents)}.`,
  DisputeOpened: (d, f) =>
    `A dispute (MED) over ${f.reais(d.amountCents)} was opened; no money leaves until it is decided.`,
  DisputeWon: (d, f) => `The dispute over ${f.reais(d.amountCents)} was won.`,
  DisputeLost: (d, f) =>
    `The dispute over ${f.reais(d.amountCents)} was lost${d.wasDelivered ? '; the crypto had left, so the loss is ours' : ''}.`,
  CashinContradicted: (d) => `A provider contradicts itself: ${d.detail}. No money moves.`,
  CashinProposalWithdrawn: (d) =>
    `Operator ${d.withdrawnBy} withdrew the proposal of ${d.proposedBy} about the cash-in.`,
  CashinDecisionProposed: (d) =>
    `Operator ${d.proposedBy} proposed to end the cash-in as ${d.end.how === 'DELIVERED' ? 'delivered' : 'refunded'}. A second operator is needed.`,
  CashinDecided: (d) =>
    `Operators ${d.proposedBy} and ${d.decidedBy} ended the cash-in as ${d.end.how === 'DELIVERED' ? 'delivered' : 'refunded'}.`,
  CashinHeld: (d, f) =>
    d.lostSince === undefined
      ? 'The cash-in was put on hold.'
      : `The cash-in is on hold: the log lost events after ${f.time(d.lostSince)}.`,
  CashinReleased: () => 'The cash-in was released from hold.',

  DepositObserved: (d, f) =>
    `A deposit of ${f.coins(d.amountBaseUnits, d.assetId)} was seen on ${d.network}, block ${d.blockNumber}; it is not final yet.`,
  DepositFinalised: (d, f) =>
    `The deposit of ${f.coins(d.amountBaseUnits, d.assetId)} is final on ${d.network}, block ${d.blockNumber}.`,
  DepositReverted: (d) => `The deposit is gone from ${d.network}: ${d.reason}.`,
  DepositClaimed: (d, f) => `The deposit was claimed for payment ${f.short(d.intentId)}.`,
  DepositMatched: (d, f) => `The deposit was matched to payment ${f.short(d.intentId)}.`,
  DepositReleased: (d, f) => `The deposit was released from payment ${f.short(d.intentId)}: ${d.reason}.`,
  DepositUnmatched: (d) => `The deposit matches no payment: ${d.reason}.`,
  DepositResolutionProposed: (d, f) =>
    `Operator ${d.proposedBy} proposed to ${resolutionWords(d.resolution, f)}. A second operator is needed.`,
  DepositProposalWithdrawn: (d) => `Operator ${d.withdrawnBy} withdrew the proposal about the deposit.`,
  DepositWrittenOff: (d, f) =>
    `The deposit of ${f.coins(d.amountBaseUnits, d.assetId)} was written off: nothing is paid or refunded.`,
  DepositRefunded: (d, f) =>
    `The deposit of ${f.coins(d.amountBaseUnits, d.assetId)} was refunded by transaction ${f.short(d.txid)}.`,

  WatermarkReached: (d, f) => `${d.network} was read up to ${f.time(d.time)}, block ${d.blockNumber}.`,
  FinalityQuestioned: (d) => `${d.network} reports another hash for final block ${d.height}.`,
  FinalityReaffirmed: (d) => `${d.network} agrees with the final blocks again.`,
  FinalityViolated: (d) => `${d.network} was halted: its history changed at final block ${d.height}.`,
  FinalityAccepted: (d) => `${d.network} continues from block ${d.fromHeight} with its new history.`,
  DepositsLost: (d) => `${d.depositIds.length} deposit(s) are missing from the accepted history of ${d.network}.`,
  DepositGivenUp: (d) => `${d.network} continues without a verdict on a deposit, which pays nothing.`,
  GivenUpJudged: (d) => `The deposit that was given up on ${d.network} is now judged: ${d.verdict}.`,
  TransactionGivenUp: (d, f) => `${d.network} continues without transaction ${f.short(d.txid)}, which was unreadable.`,
  GapSeen: (d) => `${d.network} has a gap in its history at block ${d.height}: ${d.reason}.`,
  GapAccepted: (d) => `${d.network} continues past blocks ${d.fromHeight} to ${d.toHeight}, which were not read.`,
  AssetHalted: (d) => `Asset ${d.assetId} on ${d.network} was halted: less arrived than its logs say.`,
  AssetResumed: (d) => `Asset ${d.assetId} on ${d.network} was resumed.`,

  WebhookDelivered: (d) => `The partner acknowledged the webhook (HTTP ${d.status}) at attempt ${d.attempts}.`,
  WebhookExhausted: (d) => `The webhook failed after ${d.attempts} attempts: ${d.lastError}.`,
  WebhookCancelled: (d) => `The webhook was cancelled: ${d.reason}.`,
  WebhookTestRequested: () => 'A test webhook was requested.',
  WebhookReplayRequested: () => 'The webhook is sent again.',
  LinkCreated: (d, f) => `A payment link was created; it expires at ${f.time(d.expiresAt)}.`,
  LinkRemoved: () => 'The payment link was removed.',

  BalanceReserved: (d, f) => `${f.coins(d.amountBaseUnits, d.assetId)} of the wallet was reserved.`,
  BalanceCaptured: (d, f) => `The reserved ${f.coins(d.amountBaseUnits, d.assetId)} is committed to the withdrawal.`,
  PeggedDebitSettled: (d, f) =>
    `The debit of ${f.coins(d.debit.amountBaseUnits, d.debit.assetId)} is final, transaction ${f.short(d.debit.txid)}.`,
  BalanceReleased: (d, f) => `The reserved ${f.coins(d.amountBaseUnits, d.assetId)} was released: ${d.reason}.`,
  WithdrawalRequested: (d, f) => `The withdrawal of ${f.reais(d.grossCents)} was requested.`,
  WithdrawalAbandoned: () => 'The withdrawal was abandoned before anything was sent.',
  RedemptionSent: (d) => `The debit of the wallet was sent through ${d.redemption}.`,
  RedemptionUnknown: (d) => `The debit has an unknown outcome (${d.reason}). The reservation stays.`,
  RedemptionSettled: (d, f) =>
    `The wallet was debited ${f.coins(d.debit.amountBaseUnits, d.debit.assetId)}; the payout is owed.`,
  RedemptionFailed: (d) => `The debit failed for good: ${d.code}.`,
  RedemptionContradicted: (d) => `The redemption contradicts itself: ${d.detail}. No money moves.`,
  RedemptionProposalWithdrawn: (d) =>
    `Operator ${d.withdrawnBy} withdrew the proposal of ${d.proposedBy} about the debit.`,
  RedemptionDecisionProposed: (d) =>
    `Operator ${d.proposedBy} proposed: ${d.debited === null ? 'the wallet was not debited' : 'the wallet was debited'}. A second operator is needed.`,
  RedemptionDecided: (d) =>
    `Operators ${d.proposedBy} and ${d.decidedBy} decided: ${d.debited === null ? 'the wallet was not debited' : 'the wallet was debited, and the amount is owed back'}.`,
  WithdrawalCompleted: (d, f) => `The withdrawal completed: ${f.reais(d.netCents)} reached the payee.`,
  WithdrawalFailed: (d) => `The withdrawal failed: ${d.reasonCode}.${d.refundDue ? ' A refund is due.' : ''}`,

  LedgerOpened: (d, f) => `Ledger ${f.short(d.ledgerId)} was opened.`,
  LedgerLed: (d) => `A projector leads the ledger, term ${d.term}.`,
  LedgerAttached: (d) => `${d.actor} attached the ledger to another PostgreSQL.`,
  LedgerMoved: (d) => `The ledger moves to ${d.to}.`,
  LedgerMoveCancelled: (d) => `${d.actor} cancelled the move of the ledger.`,
  StreamClosed: (d) => `${d.actor} closed this stream (${d.closedFor}): no event follows.`,
  OperatorAdded: (d) => `Operator ${d.operatorName} was added as ${d.role}.`,
  OperatorApproved: (d) => `Operator ${d.operatorName} was approved by ${d.approvedBy}.`,
  OperatorRevoked: (d) => `Operator ${d.operatorName} was revoked.`,
  OperatorEmailSet: (d) => `Operator ${d.operatorName} got an e-mail address for signing in.`,
  OperatorEmailApproved: (d) => `The e-mail address of operator ${d.operatorName} was approved by ${d.approvedBy}.`,
  OperatorSubjectBound: (d) =>
    `Operator ${d.operatorName} signed in with an account of the identity provider for the first time.`,
  OperatorSignedIn: (d) => `Operator ${d.operatorName} signed in to the console.`,
  OperatorSignedOut: (d) => `Operator ${d.operatorName} signed out of the console.`,
  MemberSignedIn: () => 'The member signed in to the dashboard.',
  MemberSignedOut: () => 'The member ended a session at the dashboard.',
  ProjectionSwapped: (d) =>
    `Operator ${d.operatorName} swapped the rows of ${d.projection}: ${d.differences} difference${d.differences === 1 ? '' : 's'}.`,
  DataExportStarted: (d) => `Operator ${d.operatorName} began an export: ${d.file} up to ${d.upTo}.`,
  DataExported: (d) =>
    `Operator ${d.operatorName} exported ${d.file} up to ${d.upTo}: ${d.rows} row${d.rows === 1 ? '' : 's'}.`,
  WebhooksReplayRequested: (d) =>
    `Operator ${d.operatorName} replayed ${d.deliveries} ${d.state} webhook${d.deliveries === 1 ? '' : 's'} of a partner.`,
  AlertClosed: (d) => `Operator ${d.operatorName} closed the alert ${d.kind}.`,
  ParkedStreamsReplayed: (d) =>
    `Operator ${d.operatorName} replayed parked streams of ${d.projection}: ${d.streams} in all, ${d.failed} still parked.`,
  RebuildCancelled: (d) => `Operator ${d.operatorName} cancelled the rebuild of ${d.projection}.`,
  PersonalDataSearched: (d) =>
    `Operator ${d.operatorName} searched by ${d.kind}: ${d.hits} hit${d.hits === 1 ? '' : 's'}.`,

  KycSessionStarted: (d) => `KYC session ${d.number} was started at ${d.provider}.`,
  KycSessionOpened: () => 'The provider opened the KYC session.',
  KycSessionStatusChanged: (d) =>
    `KYC session ${d.number}: ${d.previousStatus} → ${d.status}${d.rejectionReason === null ? '' : ` (${d.rejectionReason})`}.`,
  KycDataErased: (d) => `${d.provider} confirmed that it holds no data of the KYC session any more.`,
  DocumentLookedUp: (d) => `A ${d.documentType} was looked up at ${d.registry}.`,
};
