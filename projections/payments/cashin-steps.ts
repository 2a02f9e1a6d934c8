import type { CashinEvent } from '../../aggregates/cashin/events';
import type { ClosingEvent } from '../../aggregates/closing/events';
import type { EventOf, Recorded } from '../../aggregates/events';
import { partsOfStream, type StreamPrefix, streamNamed } from '../../aggregates/stream';
import { cashinPix } from '../../read-models/steps/cashin-pix';
import { type CashinStepRow, cashinSteps } from '../../read-models/steps/cashin-steps';
import { cashinSweeps } from '../../read-models/steps/cashin-sweeps';
import {
  applyWith,
  type Change,
  type Get,
  type Handlers,
  keyOf,
  nothing,
  type Projection,
  present,
  put,
  type RowKey,
  remove,
} from '../projection';

/** Time for the request that creates the charge, before a worker asks too. */
const CREATE_AGAIN_MS = 10_000;
const FIRST_WATCH_MS = 2_000;
const FIRST_WATCH_AFTER_END_MS = 60_000;
const DISPUTE_WATCH_MS = 3_600_000;
const FIRST_RESOLVE_MS = 1_000;
const FIRST_ASK_MS = 2_000;
const OVERRULED_ASK_MS = 60_000;

const after = (at: string, waitMs: number): string => new Date(Date.parse(at) + waitMs).toISOString();

type OfCashin = Recorded & { readonly data: { readonly intentId: string } };
type OfPix = OfCashin & { readonly data: { readonly endToEndId: string } };

const keyFor = (intentId: string, what: string): string => `${intentId} ${what}`;
const chargeKey = ({ data }: OfCashin): string => keyFor(data.intentId, 'CHARGE');
const expiryKey = ({ data }: OfCashin): string => keyFor(data.intentId, 'EXPIRY');
const deliveryKey = ({ data }: OfCashin): string => keyFor(data.intentId, 'DELIVERY');
const overruledRefundKey = ({ data }: OfPix): string => keyFor(data.intentId, `OVERRULED ${data.endToEndId}`);
const overruledKey = ({ data }: OfCashin): string => keyFor(data.intentId, 'OVERRULED');
const refundKey = ({ data }: OfPix): string => keyFor(data.intentId, `REFUND ${data.endToEndId}`);
const disputeKey = (intentId: string, disputeId: string): string => keyFor(intentId, `DISPUTE ${disputeId}`);

type Step = Pick<CashinStepRow, 'step_key' | 'step'> & { readonly at: string; readonly waitMs: number };

const waits = (event: OfCashin, { at, waitMs, ...step }: Step, more: Partial<CashinStepRow> = {}): Change =>
  put(cashinSteps, {
    ...step,
    ...{ intent_id: event.data.intentId, partner_id: present(event, 'partnerId') },
    ...{ subject: null, end_to_end_id: null, owed_cents: null },
    ...{ due_at: after(at, waitMs), since_at: at, cause_event_id: event.id },
    ...more,
  });

/** Swept while its newest intent is young; the hour prevents a write with every intent. */
const swept = (event: Recorded<EventOf<'CashinIntentCreated'>>, get: Get): readonly Change[] => {
  const { partnerId, mode, chargeProvider: provider, createdAt } = event.data;
  const sweep_key = sweepKey(event.data);
  const before = get(cashinSweeps, sweep_key);
  if (before !== undefined && createdAt < after(before.last_at, 3_600_000)) return [];
  const first_at = before?.first_at ?? createdAt;
  return [put(cashinSweeps, { sweep_key, partner_id: partnerId, mode, provider, first_at, last_at: createdAt })];
};

const sweepKey = ({ partnerId, mode, chargeProvider }: EventOf<'CashinIntentCreated'>['data']): string =>
  [partnerId, mode, chargeProvider].join(' ');

/** The intent has nothing left to expire or to deliver. A PIX may still arrive, and an owed refund is still sent. */
const ends = (event: OfCashin, at: string): readonly Change[] => [
  waits(event, { step_key: chargeKey(event), step: 'AFTER', at, waitMs: FIRST_WATCH_AFTER_END_MS }),
  remove(cashinSteps, expiryKey(event)),
  remove(cashinSteps, deliveryKey(event)),
];

type Refunding = OfPix & { readonly data: { readonly refundKey: string } };

/** Waits for the provider's outcome, counted from the first dispatch of this key. */
const asksAbout = (event: Refunding, at: string, get: Get): readonly Change[] => {
  const step_key = refundKey(event);
  const { refundKey: subject, endToEndId } = event.data;
  const before = get(cashinSteps, step_key);
  const isSent = before?.step === 'ASK' && before.subject === subject;
  const since = isSent ? { since_at: before.since_at } : {};
  const more = { subject, end_to_end_id: endToEndId, owed_cents: before?.owed_cents ?? null, ...since };
  return [waits(event, { step_key, step: 'ASK', at, waitMs: FIRST_ASK_MS }, more)];
};

/** A sent delivery or refund that operators ended; its provider is still asked. */
const overruled = (event: OfCashin, at: string, subject: string | null): Change =>
  waits(event, { step_key: overruledKey(event), step: 'OVERRULED', at, waitMs: OVERRULED_ASK_MS }, { subject });

/** The same for a refund that operators paid under their own key. */
const refunded = (event: Recorded<EventOf<'ChargeRefundDone'>>, get: Get): readonly Change[] => {
  const asked = get(cashinSteps, refundKey(event));
  const { refundKey: by, endToEndId: end_to_end_id, doneAt: at } = event.data;
  const done = remove(cashinSteps, refundKey(event));
  if (asked?.step !== 'ASK' || asked.subject === by) return [done];
  const step = { step_key: overruledRefundKey(event), step: 'OVERRULED_REFUND', at, waitMs: OVERRULED_ASK_MS } as const;
  return [done, waits(event, step, { subject: asked.subject, end_to_end_id })];
};

/** A lost dispute reduces the owed cents. */
const owesLess = (event: Recorded<EventOf<'DisputeLost'>>, get: Get): readonly Change[] => {
  const refund = get(cashinSteps, refundKey(event));
  if (refund?.step !== 'DISPATCH' || refund.owed_cents === null) return [];
  const left = BigInt(refund.owed_cents) - BigInt(event.data.amountCents);
  if (left <= 0n) return [remove(cashinSteps, refund.step_key)];
  return [put(cashinSteps, { ...refund, owed_cents: left.toString() })];
};

const handlers: Handlers<CashinEvent | ClosingEvent> = {
  CashinIntentCreated: (event, get) => {
    const { createdAt, expiresAt } = event.data;
    return [
      waits(event, { step_key: chargeKey(event), step: 'CREATE', at: createdAt, waitMs: CREATE_AGAIN_MS }),
      waits(event, { step_key: expiryKey(event), step: 'EXPIRE', at: expiresAt, waitMs: 0 }),
      ...swept(event, get),
    ];
  },
  ChargeCreated: (event) => [
    waits(event, { step_key: chargeKey(event), step: 'WATCH', at: event.data.createdAt, waitMs: FIRST_WATCH_MS }),
  ],
  PixReceived: (event, get) => {
    const { endToEndId: end_to_end_id, intentId: intent_id } = event.data;
    const known = get(cashinPix, end_to_end_id) !== undefined;
    return [remove(cashinSteps, expiryKey(event)), ...(known ? [] : [put(cashinPix, { end_to_end_id, intent_id })])];
  },
  PixAccepted: (event) => {
    if (event.data.deliveryMode === 'PARTNER') return [];
    const at = event.data.acceptedAt;
    return [waits(event, { step_key: deliveryKey(event), step: 'REQUEST', at, waitMs: 0 })];
  },
  SplitApplied: nothing,
  DeliveryRequested: (event) => {
    const { requestedAt: at, deliveryId: subject } = event.data;
    return [waits(event, { step_key: deliveryKey(event), step: 'SEND', at, waitMs: 0 }, { subject })];
  },
  DeliverySent: (event) => {
    const { sentAt: at, deliveryId: subject } = event.data;
    return [waits(event, { step_key: deliveryKey(event), step: 'RESOLVE', at, waitMs: FIRST_RESOLVE_MS }, { subject })];
  },
  DeliveryConfirmed: (event) => [remove(cashinSteps, deliveryKey(event))],
  DeliveryFailed: (event) => {
    const { nextAttemptAt: at, deliveryId: subject, wasSent, code, failedAt } = event.data;
    if (at !== null)
      return [waits(event, { step_key: deliveryKey(event), step: 'REQUEST', at, waitMs: 0 }, { subject })];
    const more = wasSent && code === 'DECIDED_UNPAID' ? [overruled(event, failedAt, subject)] : [];
    return [remove(cashinSteps, deliveryKey(event)), ...more];
  },
  CashinCompleted: (event) => ends(event, event.data.completedAt),
  CashinExpired: (event) => ends(event, event.data.expiredAt),
  CashinFailed: (event) => ends(event, event.data.failedAt),
  ChargeRefundDue: (event) => {
    const { dueAt: at, endToEndId: end_to_end_id, amountCents: owed_cents } = event.data;
    return [
      waits(event, { step_key: refundKey(event), step: 'DISPATCH', at, waitMs: 0 }, { end_to_end_id, owed_cents }),
    ];
  },
  ChargeRefundDispatched: (event, get) => asksAbout(event, event.data.dispatchedAt, get),
  ChargeRefundUnknown: (event, get) => asksAbout(event, event.data.unknownAt, get),
  ChargeRefundRejected: (event) => {
    const { nextAttemptAt: at, endToEndId: end_to_end_id, amountCents: owed_cents } = event.data;
    if (at === null) return [remove(cashinSteps, refundKey(event))];
    const more = { subject: event.data.refundKey, end_to_end_id, owed_cents };
    return [waits(event, { step_key: refundKey(event), step: 'DISPATCH', at, waitMs: 0 }, more)];
  },
  ChargeRefundDone: refunded,
  DisputeOpened: (event) => {
    const { intentId, disputeId, openedAt: at } = event.data;
    return [waits(event, { step_key: disputeKey(intentId, disputeId), step: 'DISPUTE', at, waitMs: DISPUTE_WATCH_MS })];
  },
  DisputeWon: ({ data }) => [remove(cashinSteps, disputeKey(data.intentId, data.disputeId))],
  DisputeLost: (event, get) => [
    remove(cashinSteps, disputeKey(event.data.intentId, event.data.disputeId)),
    ...owesLess(event, get),
  ],
  // The commands hold a contradicted cash-in: an operator decides.
  CashinContradicted: nothing,
  PixSettled: nothing,
  CashinDecisionProposed: nothing,
  CashinProposalWithdrawn: nothing,
  CashinDecided: (event, get) => {
    const { end, decidedAt } = event.data;
    const open = end.how === 'DELIVERED' ? get(cashinSteps, deliveryKey(event)) : undefined;
    return open?.step === 'RESOLVE' ? [overruled(event, decidedAt, open.subject)] : [];
  },
  CashinHeld: nothing,
  // A PIX may have waited at its provider, so the charge is checked immediately, under its own lease.
  CashinReleased: (event, get) => {
    const charge = get(cashinSteps, chargeKey(event));
    if (charge?.step !== 'WATCH' && charge?.step !== 'AFTER') return [];
    const { step_key, step } = charge;
    return [waits(event, { step_key, step, at: event.data.releasedAt, waitMs: 0 }, { subject: event.id })];
  },
  // A closed stream sends and asks nothing more: people settle its money.
  StreamClosed: ({ id, data, metadata }) => {
    const intent_id = partsOfStream(streamNamed(data.stream))?.id ?? '';
    const at = { due_at: metadata.at, since_at: metadata.at };
    const none = { subject: null, end_to_end_id: null, owed_cents: null, partner_id: '' };
    const closed = { step_key: keyFor(intent_id, 'CLOSED'), step: 'CLOSED', cause_event_id: id } as const;
    return [put(cashinSteps, { ...closed, intent_id, ...none, ...at })];
  },
};

/** Events whose handlers read the row of the refund. */
const OF_REFUND: readonly string[] = [
  'ChargeRefundDispatched',
  'ChargeRefundUnknown',
  'ChargeRefundDone',
  'DisputeLost',
];

const keysOf = (event: Recorded): readonly RowKey[] => {
  const { type, data } = event;
  if (type === 'CashinIntentCreated') return [keyOf(cashinSweeps, sweepKey(data))];
  if (type === 'PixReceived') return [keyOf(cashinPix, data.endToEndId)];
  if (type === 'CashinReleased') return [keyOf(cashinSteps, chargeKey(event as OfCashin))];
  if (type === 'CashinDecided') return [keyOf(cashinSteps, deliveryKey(event as OfCashin))];
  return OF_REFUND.includes(type) ? [keyOf(cashinSteps, refundKey(event as OfPix))] : [];
};

export const cashinStepsProjection: Projection<'cashin-steps', StreamPrefix> = {
  name: 'cashin-steps',
  tables: [cashinSteps, cashinPix, cashinSweeps],
  streamPrefixes: ['cashin-'],
  keys: keysOf,
  apply: applyWith(handlers),
};
