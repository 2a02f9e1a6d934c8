import type { EventType, LedgerEvent } from '../../aggregates/events';

/** The version in which each type of event is written now. The compiler wants every type here, and no other. */
export const SCHEMA_VERSIONS = {
  PartnerOnboarded: 1,
  PartnerSuspended: 1,
  PartnerReinstated: 1,
  PartnerRevoked: 1,
  ApiKeyIssued: 1,
  ApiKeyRevoked: 1,
  HmacSecretIssued: 1,
  WebhookSecretRotated: 1,
  DestinationRegistered: 1,
  DestinationRemoved: 1,
  PartnerTermsChanged: 1,
  UserRegistered: 1,
  WalletLinked: 1,
  KycStatusChanged: 1,
  UserBlocked: 1,
  UserUnblocked: 1,
  SubjectErased: 1,
  QuoteIssued: 1,
  CashoutIntentCreated: 1,
  DepositAccepted: 1,
  CashoutExpired: 1,
  PayoutRequested: 1,
  PayoutDispatched: 1,
  PayoutOutcomeUnknown: 1,
  PayoutRejected: 1,
  PayoutSettled: 1,
  PayoutReturned: 1,
  PayoutContradicted: 1,
  CashoutCompleted: 1,
  CashoutFailed: 1,
  RefundDue: 1,
  DepositObserved: 1,
  DepositFinalised: 1,
  DepositReverted: 1,
  DepositClaimed: 1,
  DepositMatched: 1,
  DepositReleased: 1,
  DepositUnmatched: 1,
  WatermarkReached: 1,
  WebhookDelivered: 1,
  WebhookExhausted: 1,
  WebhookCancelled: 1,
} as const satisfies Record<EventType, number>;

/** Brings the data of one version to the next. */
export type Upcaster = (data: unknown) => unknown;

/** By type, then by the version that the step starts from: version 1 to 2 stands at 1. */
export type Upcasters = Readonly<Partial<Record<string, Readonly<Partial<Record<number, Upcaster>>>>>>;

const UPCASTERS: Upcasters = {};

/** The log holds an event that this program does not know: it was written by another version of it. Never skipped. */
export type UnknownEventType = Error & { readonly eventType: string };

const unknownEventType = (eventType: string, detail: string): UnknownEventType =>
  Object.assign(new Error(`${detail}: ${eventType}`), { name: 'UnknownEventType', eventType });

export const isUnknownEventType = (error: unknown): error is UnknownEventType =>
  error instanceof Error && error.name === 'UnknownEventType';

export type Upcast = (type: string, schemaVersion: number, data: unknown) => LedgerEvent;

/** Reads an event of any version as one of the current version. */
export const createUpcast =
  (versions: Readonly<Record<string, number>>, upcasters: Upcasters): Upcast =>
  (type, schemaVersion, data) => {
    const current = Object.hasOwn(versions, type) ? versions[type] : undefined;
    if (current === undefined) throw unknownEventType(type, 'The log holds an event of an unknown type');
    if (schemaVersion === current) return { type, data } as LedgerEvent;
    if (!(schemaVersion < current)) throw unknownEventType(type, `The log holds version ${schemaVersion} of an event`);
    let upcasted = data;
    for (let version = schemaVersion; version < current; version += 1) {
      const step = upcasters[type]?.[version];
      if (step === undefined) throw unknownEventType(type, `No upcaster from version ${version} of an event`);
      upcasted = step(upcasted);
    }
    return { type, data: upcasted } as LedgerEvent;
  };

export const upcast: Upcast = createUpcast(SCHEMA_VERSIONS, UPCASTERS);
