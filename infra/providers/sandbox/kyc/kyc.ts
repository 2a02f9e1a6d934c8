import type { KycAnswer, KycProvider, StartKyc } from '../../../../commands/ports/kyc/kyc-provider';
import type { CallContext, Result } from '../../../../commands/ports/result';
import type { SandboxControls } from '../../../../commands/ports/sandbox-controls';
import { type BookKey, momentIn, type Now, type Step, type Turn } from '../book/sandbox-book';
import { change, type Desk, failed, keyOf, NAME, notFound } from '../desk';
import { callbacksOfOpening, type KycState, kycAt, kycCallback, type OpenedKyc, sessionIdOf } from './kyc-timeline';
import type { PersonBox } from './person-box';
import { playedBy } from './test-documents';

export interface KycDesk extends Desk {
  readonly persons: PersonBox;
}

const opened = ({ persons }: KycDesk, { partnerId }: BookKey, session: KycState): OpenedKyc => ({
  ...session,
  ...persons.open({ partnerId, ref: session.ref }, Buffer.from(session.person, 'base64')),
});

const shown = (desk: KycDesk, key: BookKey, session: KycState, now: Now): KycAnswer =>
  kycAt(key.idempotencyKey, opened(desk, key, session), momentIn(now, session));

const answered = (desk: KycDesk, key: BookKey, session: KycState | null, now: Now): Result<KycAnswer> =>
  session === null ? notFound('session') : { ok: true, value: shown(desk, key, session, now) };

type NewSession = Omit<KycState, 'openedAtMs' | 'bookedAheadMs'>;

const newSession = (desk: KycDesk, { partnerId }: BookKey, request: StartKyc): NewSession => {
  const { ref, declared, scenario = null } = request;
  const person = desk.persons.seal({ partnerId, ref }, declared).toString('base64');
  const { settleDelayMs } = desk;
  return { ref, person, settleDelayMs, openings: 0, decision: null, decidedReason: null, scenario };
};

/** Opened now, for the first time or again, with the callbacks of this opening. */
const opening = (desk: KycDesk, key: BookKey, session: NewSession, now: Now): Turn<KycState, Result<KycAnswer>> => {
  const { clockMs: openedAtMs, aheadMs: bookedAheadMs } = now;
  const state = { ...session, openings: session.openings + 1, openedAtMs, bookedAheadMs };
  const callbacks = callbacksOfOpening(key, opened(desk, key, state));
  return { state, callbacks, answer: answered(desk, key, state, now) };
};

const start = async (desk: KycDesk, { partnerId }: CallContext, request: StartKyc): Promise<Result<KycAnswer>> => {
  const { ref, declared, scenario = null } = request;
  const played = playedBy({ scenario, document: declared.document });
  if (played.start === 'UNAVAILABLE') return failed('UNAVAILABLE', 'OTHER', 'The provider is away');
  const key = { partnerId, idempotencyKey: sessionIdOf(partnerId, ref) };
  const answer = await change<KycState, Result<KycAnswer>>(desk, 'kyc', key, (session, now) =>
    session === null
      ? opening(desk, key, newSession(desk, key, request), now)
      : { answer: answered(desk, key, session, now) },
  );
  return played.start === 'UNKNOWN' ? failed('UNKNOWN', 'TIMEOUT', 'No answer in time') : answer;
};

/** The simulated KYC provider. */
export const createKyc = (desk: KycDesk): KycProvider => {
  const asking = (
    { partnerId }: CallContext,
    id: string,
    step: (key: BookKey) => Step<KycState, Result<KycAnswer>>,
  ) => {
    const key = keyOf({ partnerId }, id);
    return change(desk, 'kyc', key, step(key));
  };
  const get: KycProvider['get'] = (context, id) =>
    asking(context, id, (key) => (session, now) => ({ answer: answered(desk, key, session, now) }));
  return {
    ...{ name: NAME, mode: 'sandbox', personTypes: ['PF', 'PJ'] },
    start: (context, request) => start(desk, context, request),
    get,
    reopen: (context, id) =>
      asking(
        context,
        id,
        (key) => (session, now) =>
          session === null ? { answer: notFound('session') } : opening(desk, key, session, now),
      ),
    find: async (context, ref) => {
      const found = await get(context, sessionIdOf(context.partnerId, ref));
      return { ok: true, value: found.ok ? [found.value] : [] };
    },
    erase: async ({ partnerId }, ref) => {
      await desk.book.remove('kyc', { partnerId, idempotencyKey: sessionIdOf(partnerId, ref) });
      return { ok: true, value: null };
    },
    health: async () => ({ ok: true, value: null }),
  };
};

/** The control call. False when there is no such session. */
export const kycControl =
  (desk: KycDesk): SandboxControls['decideSession'] =>
  ({ partnerId, providerSessionId }, decision, reason) =>
    change<KycState, boolean>(desk, 'kyc', { partnerId, idempotencyKey: providerSessionId }, (session, { clockMs }) => {
      if (session === null) return { answer: false };
      const event = `decided_${clockMs}`;
      return {
        state: { ...session, decision, decidedReason: reason ?? null },
        callbacks: [kycCallback({ partnerId, idempotencyKey: providerSessionId }, session.ref, event, clockMs)],
        answer: true,
      };
    });
