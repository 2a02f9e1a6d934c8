import type { ClosingEvent } from '../../../../aggregates/closing/events';
import type { ConsoleEvent } from '../../../../aggregates/console/events';
import type { EventOf } from '../../../../aggregates/events';
import type { HaltEvent } from '../../../../aggregates/halts/events';
import type { LedgerIdentityEvent } from '../../../../aggregates/ledger/events';
import type { OperatorEvent } from '../../../../aggregates/operator/events';
import type { PayeeLimitEvent } from '../../../../aggregates/payee-limit/events';
import { time } from './sample-time';

type OfTheLedger = LedgerIdentityEvent | ClosingEvent | OperatorEvent | ConsoleEvent | HaltEvent | PayeeLimitEvent;

/** The sample of each event of the ledger's identity, its operators and its losses. */
export const LEDGER_DATA: { readonly [Type in OfTheLedger['type']]: EventOf<Type>['data'] } = {
  LedgerOpened: { ledgerId: 'ledger1', format: 1, openedAt: time(-999) },
  LedgerLed: { ledgerId: 'ledger1', term: 1, ledAt: time(-998) },
  LedgerAttached: { ledgerId: 'ledger1', actor: 'ana', reason: 'restored', attachedAt: time(960) },
  LedgerMoved: { ledgerId: 'ledger1', moveId: 'move1', to: 'esdb://store.example:2113', movedAt: time(970) },
  LedgerMoveCancelled: {
    ...{ ledgerId: 'ledger1', moveId: 'move1', actor: 'ana', reason: 'too slow' },
    cancelledAt: time(980),
  },
  OperatorAdded: {
    ...{ operatorName: 'ana', role: 'admin', keyHash: 'cd'.repeat(32) },
    ...{ addedBy: null, needsApproval: false, addedAt: time(-960) },
  },
  OperatorApproved: { operatorName: 'ana', approvedBy: 'bob', approvedAt: time(-955) },
  OperatorRevoked: { operatorName: 'ana', revokedBy: 'bob', revokedAt: time(950) },
  OperatorEmailSet: {
    ...{ operatorName: 'ana', emailHash: 'ab'.repeat(32), setBy: 'bob', needsApproval: true },
    setAt: time(-954),
  },
  OperatorEmailApproved: { operatorName: 'ana', approvedBy: 'eva', approvedAt: time(-953) },
  OperatorSubjectBound: { operatorName: 'ana', subjectHash: 'ba'.repeat(32), boundAt: time(939) },
  OperatorSignedIn: { operatorName: 'ana', consoleSessionId: 'ab'.repeat(8), by: 'LINK', signedInAt: time(940) },
  OperatorSignedOut: { operatorName: 'ana', consoleSessionId: 'ab'.repeat(8), signedOutAt: time(945) },
  MemberSignedIn: {
    ...{ memberId: 'm1', partnerId: 'p1', memberSessionId: 'ab'.repeat(8), by: 'LINK' },
    signedInAt: time(941),
  },
  MemberSignedOut: { memberId: 'm1', partnerId: 'p1', memberSessionId: 'ab'.repeat(8), signedOutAt: time(942) },
  PersonalDataSearched: {
    ...{ operatorName: 'ana', kind: 'CPF', textHash: 'cd'.repeat(32), hits: 2 },
    searchedAt: time(946),
  },
  ProjectionSwapped: { operatorName: 'ana', projection: 'payments', differences: 3, swappedAt: time(947) },
  DataExportStarted: { operatorName: 'ana', file: 'AUDIT', upTo: '900', startedAt: time(948) },
  DataExported: {
    ...{ operatorName: 'ana', file: 'PAYMENTS', upTo: '900', month: '2026-11', partnerId: 'p1' },
    ...{ rows: 12, fileHash: 'ef'.repeat(32), exportedAt: time(949) },
  },
  WebhooksReplayRequested: {
    ...{ operatorName: 'ana', partnerId: 'p1', mode: 'live', state: 'EXHAUSTED', event: null, from: null, to: null },
    ...{ deliveries: 3, requestedAt: time(950) },
  },
  AlertClosed: { operatorName: 'ana', kind: 'kyc-sanctions', subject: 'session1 didit', closedAt: time(951) },
  ParkedStreamsReplayed: {
    ...{ operatorName: 'ana', projection: 'payments', streams: 2, failed: 1 },
    replayedAt: time(952),
  },
  RebuildCancelled: { operatorName: 'ana', projection: 'payments', cancelledAt: time(953) },
  PayeeLimitReserved: { paymentId: 'cid1', amountCents: '15000', limitCents: '50000', reservedAt: time(60) },
  PayeeLimitGivenBack: { paymentId: 'cid1', givenBackAt: time(400) },
  PayoutsHalted: { scope: 'PROVIDER', value: 'sandbox', haltedAt: time(900) },
  PayoutsResumed: { scope: 'PROVIDER', value: 'sandbox', resumedAt: time(910) },
  StreamClosed: {
    ...{ stream: 'cashout-cid1', intentId: 'cid1', memos: ['lastro:cid1'] },
    lastKnown: { status: 'PROCESSING', event: { type: 'PayoutDispatched', revision: 3, at: time(70) } },
    ...{ closedFor: 'GONE', detail: 'the stream was permanently deleted' },
    ...{ actor: 'ana', reason: 'deleted by hand', closedAt: time(990) },
  },
};
