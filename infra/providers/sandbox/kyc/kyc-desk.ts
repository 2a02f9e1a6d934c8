import { createHash } from 'node:crypto';
import type { Clock } from '../../../../commands/ports/clock';
import type { KycAnswer, KycProvider, StartKyc } from '../../../../commands/ports/kyc/kyc-provider';
import type { CallContext, Result } from '../../../../commands/ports/result';
import type { SandboxControls } from '../../../../commands/ports/sandbox-controls';
import { failure } from '../../failures';
import type { PlannedCallback } from '../payouts/payout-store';
import { paced, SANDBOX_ID_PREFIX } from '../payouts/payout-timeline';
import { SETTLE_MS } from '../scenarios/scenario';
import { callbackOfDecision, callbacksOfOpening, endOf } from './kyc-callbacks';
import type { KycStore, StoredKyc } from './kyc-store';
import { playedBy } from './test-documents';

export const KYC_DESK = 'sandbox';

export interface KycDeskOptions {
  readonly store: KycStore;
  readonly clock: Clock;
  /** Duration of a settlement (default 2,000); the table's times scale with it. */
  readonly settleDelayMs?: number;
  readonly onPlanned?: (dueAtMs: number) => void;
}

export interface KycDesk {
  readonly provider: KycProvider;
  /** False when there is no such session. */
  readonly decide: SandboxControls['decideSession'];
  /** Lets the partner's sessions live on by so much. */
  readonly advance: (partnerId: string, ms: number) => Promise<void>;
  /** Empties the partner's books. */
  readonly reset: (partnerId: string) => Promise<void>;
}

const PAGES = 'https://sandbox.invalid/SANDBOX-SEM-VALOR/kyc/';

const digestOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);

const stateAt = (session: StoredKyc, nowMs: number) => {
  const { openedAtMs, settleDelayMs, decision } = session;
  if (decision !== null) return decision;
  const end = endOf(session);
  if (end !== null && nowMs >= openedAtMs + paced(end.afterMs, settleDelayMs)) return end.state;
  return nowMs >= openedAtMs + paced(SETTLE_MS, settleDelayMs) ? 'IN_PROGRESS' : 'CREATED';
};

/** The provider's word for each state. */
const SAYS: Readonly<Record<KycAnswer['state'], string>> = {
  ...{ CREATED: 'Not Started', IN_PROGRESS: 'In Progress', IN_REVIEW: 'In Review' },
  ...{ APPROVED: 'Approved', REJECTED: 'Declined', EXPIRED: 'Expired' },
};

/** A decision's own reason comes first: whoever gave one wants to see it. */
const rejectionOf = (session: StoredKyc): NonNullable<KycAnswer['rejection']> => {
  if (session.decidedReason !== null) return { code: session.decidedReason, retryAllowed: true };
  return playedBy(session).rejection ?? { code: 'OTHER', retryAllowed: true };
};

const answerOf = (session: StoredKyc, nowMs: number): KycAnswer => {
  const state = stateAt(session, nowMs);
  const { screening, verifiedBirthDate } = playedBy(session);
  const birthDate = verifiedBirthDate ?? session.birthDate;
  const isRead = state === 'APPROVED' || state === 'IN_REVIEW';
  return {
    ...{ providerSessionId: session.providerSessionId, state, providerStatus: SAYS[state] },
    webViewUrl: PAGES + digestOf(session.providerSessionId, session.openings.toString()),
    ...(state === 'REJECTED' ? { rejection: rejectionOf(session) } : {}),
    ...(isRead ? { verified: { document: session.document, ...(birthDate === null ? {} : { birthDate }) } } : {}),
    ...(isRead && screening !== undefined ? { screening } : {}),
  };
};

const notFound = failure(KYC_DESK, 'NOT_FOUND', 'OTHER', 'There is no such session');

type Desk = Required<KycDeskOptions>;

const answer = ({ clock }: Desk, session: StoredKyc | null): Result<KycAnswer> =>
  session === null ? notFound : { ok: true, value: answerOf(session, clock.now()) };

/** Not with the change that it tells of: whoever misses one asks, and finds the same. */
const plan = async (desk: Desk, session: StoredKyc, callbacks: readonly PlannedCallback[]): Promise<void> => {
  await desk.store.plan(session, callbacks);
  for (const { dueAtMs } of callbacks) desk.onPlanned(dueAtMs);
};

const start = async (
  desk: Desk,
  { partnerId }: CallContext,
  { ref, declared, scenario: named }: StartKyc,
): Promise<Result<KycAnswer>> => {
  const scenario = named ?? null;
  const played = playedBy({ scenario, document: declared.document });
  if (played.start === 'UNAVAILABLE') return failure(KYC_DESK, 'UNAVAILABLE', 'OTHER', 'The provider is away');
  const session = await desk.store.start({
    ...{ partnerId, ref, providerSessionId: `${SANDBOX_ID_PREFIX}kyc_${digestOf(partnerId, ref)}` },
    ...{ document: declared.document, birthDate: declared.birthDate, settleDelayMs: desk.settleDelayMs },
    ...{ openedAtMs: desk.clock.now(), openings: 1, decision: null, decidedReason: null, scenario },
  });
  await plan(desk, session, callbacksOfOpening(session));
  if (played.start === 'UNKNOWN') return failure(KYC_DESK, 'UNKNOWN', 'TIMEOUT', 'No answer in time');
  return answer(desk, session);
};

const reopen = async (desk: Desk, { partnerId }: CallContext, providerSessionId: string) => {
  const session = await desk.store.reopen({ partnerId, providerSessionId }, desk.clock.now());
  if (session !== null) await plan(desk, session, callbacksOfOpening(session));
  return answer(desk, session);
};

const decide =
  (desk: Desk): KycDesk['decide'] =>
  async (key, decision, reason) => {
    const session = await desk.store.decide(key, decision, reason ?? null);
    if (session === null) return false;
    await plan(desk, session, [callbackOfDecision(session, desk.clock.now())]);
    return true;
  };

/** Pure functions over the books and the clock; all ids begin with `sbx_`. */
export const createKycDesk = (options: KycDeskOptions): KycDesk => {
  const desk: Desk = { settleDelayMs: SETTLE_MS, onPlanned: () => undefined, ...options };
  const { store } = desk;
  const provider: KycProvider = {
    ...{ name: KYC_DESK, mode: 'sandbox', personTypes: ['PF', 'PJ'] },
    start: (context, request) => start(desk, context, request),
    get: async ({ partnerId }, providerSessionId) => answer(desk, await store.find({ partnerId, providerSessionId })),
    reopen: (context, providerSessionId) => reopen(desk, context, providerSessionId),
    find: async ({ partnerId }, ref) => {
      const session = await store.findByRef({ partnerId, ref });
      return { ok: true, value: session === null ? [] : [answerOf(session, desk.clock.now())] };
    },
    erase: async ({ partnerId }, ref) => {
      await store.remove({ partnerId, ref });
      return { ok: true, value: null };
    },
    health: async () => ({ ok: true, value: null }),
  };
  return {
    provider,
    decide: decide(desk),
    advance: async (partnerId, ms) => {
      await store.advance(partnerId, ms);
      desk.onPlanned(desk.clock.now());
    },
    reset: store.removeAll,
  };
};
