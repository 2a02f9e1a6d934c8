import type { ProviderRejection } from '../../../aggregates/kyc/events';
import { rejection } from '../../../aggregates/rejection';
import type { KycAnswer, KycProvider, StartKyc } from '../../../commands/ports/providers/kyc-provider';
import type { Result } from '../../../commands/ports/providers/result';
import type { SandboxControls } from '../../../commands/ports/providers/sandbox-controls';
import { bound, decrypt, encrypt } from '../../vault/box';
import type { Turn } from './book/sandbox-book';
import {
  type At,
  callbackOf,
  type Desk,
  digestOf,
  failed,
  NAME,
  notFound,
  rowsOf,
  SANDBOX_ID_PREFIX,
  type Step,
} from './desk';
import { begunBy, paced, SETTLE_MS, type Timeline } from './scenarios';
import { playedBy } from './test-documents';

interface KycState {
  readonly ref: string;
  /** A sealed KeptPerson, in base64: partners may try the sandbox with real persons. */
  readonly person: string;
  readonly settleDelayMs: number;
  /** Time of the last opening, as is `bookedAheadMs`. */
  readonly openedAtMs: number;
  /** Distance of the partner's simulated time from the clock then. */
  readonly bookedAheadMs: number;
  readonly openings: number;
  readonly decision: 'APPROVED' | 'REJECTED' | 'EXPIRED' | null;
  /** Reason of a decided rejection; null: the document's own. */
  readonly decidedReason: ProviderRejection | null;
  /** The scenario of its start; null: its document alone decides. */
  readonly scenario: string | null;
}

interface KeptPerson {
  readonly document: string;
  readonly birthDate: string | null;
}

const ownerOf = (partnerId: string, ref: string): Buffer =>
  bound(1, 'data', JSON.stringify(['sandbox kyc', partnerId, ref]));

/** All sessions share one key: each is removed with its row. */
export const sealPerson = (
  sealKey: Buffer,
  { partnerId, ref }: { readonly partnerId: string; readonly ref: string },
  { document, birthDate }: KeptPerson,
): string =>
  encrypt(sealKey, ownerOf(partnerId, ref), Buffer.from(JSON.stringify({ document, birthDate }), 'utf8')).toString(
    'base64',
  );

export const sessionIdOf = (partnerId: string, ref: string): string =>
  `${SANDBOX_ID_PREFIX}kyc_${digestOf(partnerId, ref).slice(0, 32)}`;

const SAYS: Readonly<Record<KycAnswer['state'], string>> = {
  ...{ CREATED: 'Not Started', IN_PROGRESS: 'In Progress', IN_REVIEW: 'In Review' },
  ...{ APPROVED: 'Approved', REJECTED: 'Declined', EXPIRED: 'Expired' },
};

const PAGES = 'https://sandbox.invalid/SANDBOX-SEM-VALOR/kyc/';

const timelineOf = (session: KycState, person: KeptPerson): Timeline<KycAnswer['state']> => {
  const { ends, endsAfterReopen = ends } = playedBy({ ...session, ...person });
  return { CREATED: 0, IN_PROGRESS: SETTLE_MS, ...(session.openings > 1 ? endsAfterReopen : ends) };
};

const shown = (session: KycState, person: KeptPerson, { key, nowMs }: At): KycAnswer => {
  const { openedAtMs: sinceMs, settleDelayMs, decision, decidedReason, openings } = session;
  const begun = begunBy(nowMs, timelineOf(session, person), { sinceMs, settleDelayMs });
  const state = decision ?? begun.at(-1)?.state ?? 'CREATED';
  const played = playedBy({ ...session, ...person });
  const decided = decidedReason === null ? undefined : { code: decidedReason, retryAllowed: true };
  const birthDate = played.verifiedBirthDate ?? person.birthDate;
  const isRead = state === 'APPROVED' || state === 'IN_REVIEW';
  return {
    ...{ providerSessionId: key.idempotencyKey, state, providerStatus: SAYS[state] },
    webViewUrl: PAGES + digestOf(key.idempotencyKey, openings).slice(0, 32),
    ...(state === 'REJECTED'
      ? { rejection: decided ?? played.rejection ?? { code: 'OTHER', retryAllowed: true } }
      : {}),
    ...(isRead ? { verified: { document: person.document, ...(birthDate === null ? {} : { birthDate }) } } : {}),
    ...(isRead && played.screening !== undefined ? { screening: played.screening } : {}),
  };
};

type Turned = Turn<KycState, Result<KycAnswer>>;

/** The table, with the key that seals its persons. */
const tableOf = (sealKey: Buffer) => {
  const personIn = ({ person, ref }: Pick<KycState, 'person' | 'ref'>, { key }: At): KeptPerson =>
    JSON.parse(
      decrypt(sealKey, ownerOf(key.partnerId, ref), Buffer.from(person, 'base64')).toString('utf8'),
    ) as KeptPerson;
  const answered = (session: KycState, at: At): Turned => ({
    answer: { ok: true, value: shown(session, personIn(session, at), at) },
  });
  /** Opened now, for the first time or again, with the callbacks of this opening. */
  const opened = (session: Omit<KycState, 'openedAtMs' | 'bookedAheadMs'>, at: At): Turned => {
    const { clockMs: openedAtMs, aheadMs: bookedAheadMs } = at;
    const state = { ...session, openings: session.openings + 1, openedAtMs, bookedAheadMs };
    const [, ...later] = Object.values(timelineOf(state, personIn(state, at)));
    const callbacks = later.map((afterMs, index) =>
      callbackOf('kyc.changed', at, {
        ...{ event: `${state.openings}_${index === 0 ? 'moves' : 'ends'}`, about: state.ref },
        dueAtMs: openedAtMs + paced(afterMs, state.settleDelayMs),
      }),
    );
    return { state, callbacks, ...answered(state, { ...at, nowMs: openedAtMs }) };
  };
  return { answered, opened };
};

const newSession = ({ ref, scenario }: StartKyc, person: string, settleDelayMs: number) => ({
  ...{ ref, person, settleDelayMs, openings: 0, decision: null, decidedReason: null, scenario: scenario ?? null },
});

export interface KycDesk extends Desk {
  readonly kycKey: Buffer;
}

export const createKyc = (desk: KycDesk): KycProvider => {
  const { answered, opened } = tableOf(desk.kycKey);
  const { ask, order } = rowsOf<KycState>(desk, 'kyc');
  const known =
    (step: (session: KycState, at: At) => Turned): Step<KycState, Result<KycAnswer>> =>
    (session, at) =>
      session === null ? { answer: notFound('session') } : step(session, at);
  const get: KycProvider['get'] = (context, id) => ask(context, id, known(answered));
  return {
    ...{ name: NAME, mode: 'sandbox', personTypes: ['PF', 'PJ'] },
    start: async (context, request) => {
      const { ref, declared, scenario } = request;
      const { partnerId } = context;
      const { start } = playedBy({ scenario: scenario ?? null, document: declared.document });
      if (start === 'UNAVAILABLE') return failed('UNAVAILABLE', 'OTHER', 'The provider is unreachable');
      const person = sealPerson(desk.kycKey, { partnerId, ref }, declared);
      const answer = await order(context, sessionIdOf(partnerId, ref), (session, at) =>
        session === null ? opened(newSession(request, person, desk.settleDelayMs), at) : answered(session, at),
      );
      return start === 'UNKNOWN' ? failed('UNKNOWN', 'TIMEOUT', 'The answer did not arrive in time') : answer;
    },
    get,
    reopen: (context, id) => ask(context, id, known(opened)),
    find: async (context, ref) => {
      const found = await get(context, sessionIdOf(context.partnerId, ref));
      if (!found.ok && found.kind !== 'NOT_FOUND') return found;
      return { ok: true, value: found.ok ? [found.value] : [] };
    },
    erase: async ({ partnerId }, ref) => {
      await desk.book.remove('kyc', { partnerId, idempotencyKey: sessionIdOf(partnerId, ref) });
      return { ok: true, value: null };
    },
    health: async () => ({ ok: true, value: null }),
  };
};

export const kycControls = (desk: Desk): Pick<SandboxControls, 'decideSession'> => ({
  decideSession: ({ partnerId, providerSessionId: idempotencyKey }, decision, reason) =>
    rowsOf<KycState>(desk, 'kyc').control({ partnerId, idempotencyKey }, (session, at) => {
      if (session === null) throw rejection('WRONG_STATE', 'The KYC provider has no such session');
      const { clockMs: dueAtMs } = at;
      const callback = { event: `decided_${dueAtMs}`, about: session.ref, dueAtMs };
      return {
        state: { ...session, decision, decidedReason: reason ?? null },
        callbacks: [callbackOf('kyc.changed', at, callback)],
        answer: undefined,
      };
    }),
});
