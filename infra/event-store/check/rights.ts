import type { ClientHttp2Session } from 'node:http2';
import { type Answer, call, STATUS } from './call';
import { type CheckName, type Finding, fault, ok, warning, without } from './finding';
import { decodeBatchAnswer, encodeBatchAppend, encodeRead } from './messages';

const READ = '/event_store.client.streams.Streams/Read';
const APPEND = '/event_store.client.streams.Streams/BatchAppend';
const TIMEOUT_MS = 5_000;

/** No stream of ours, nor of the store. */
export const PROBED_STREAM = 'lastro_store_check';
/** Beyond every revision, so that nothing is ever written. */
const IMPOSSIBLE_REVISION = Number.MAX_SAFE_INTEGER;
const CORRELATION = '7c1f6b0e-2a55-4c1b-9a44-4f0a7b1f6d10';

const BACKWARDS = 1;
const EMPTY = {};

const named = (stream: string) => ({ name: Buffer.from(stream) });

/** The last events of $all, newest first; none of them is changed or kept. */
export const lastOfAll = (count: number): Uint8Array =>
  encodeRead({
    options: { all: { end: EMPTY }, direction: BACKWARDS, count, noFilter: EMPTY, uuids: { text: EMPTY } },
  });

const firstOfStream = (stream: string): Uint8Array =>
  encodeRead({
    options: { stream: { stream: named(stream), start: EMPTY }, count: 1, noFilter: EMPTY, uuids: { text: EMPTY } },
  });

/** Of no event, and at a revision that the stream does not have: rights are looked at before both. */
const appendOfNothing = (stream: string): Uint8Array =>
  encodeBatchAppend({
    correlationId: { text: CORRELATION },
    options: { stream: named(stream), revision: IMPOSSIBLE_REVISION, timeout: { seconds: TIMEOUT_MS / 1_000 } },
    isFinal: true,
  });

export interface Visitor {
  readonly session: ClientHttp2Session;
  readonly authorization: string | null;
}

/** What the call itself answered, or the batch in it. */
export type Verdict =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'denied' }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'no answer'; readonly status: number; readonly message: string };

const verdictOf = ({ status, message }: Pick<Answer, 'status' | 'message'>): Verdict => {
  if (status === STATUS.ok) return { kind: 'allowed' };
  if (status === STATUS.denied) return { kind: 'denied' };
  if (status === STATUS.nobody) return { kind: 'nobody' };
  return { kind: 'no answer', status, message };
};

const read = async (visitor: Visitor, message: Uint8Array): Promise<Verdict> =>
  verdictOf(await call(visitor.session, { ...visitor, path: READ, message, timeoutMs: TIMEOUT_MS, onMessage: seen }));

const seen = (): boolean => false;

const WRONG_REVISION = 'WrongExpectedVersion';

const append = async (visitor: Visitor): Promise<Verdict> => {
  const inBatch: Verdict[] = [];
  const answer = await call(visitor.session, {
    ...{ ...visitor, path: APPEND, message: appendOfNothing(PROBED_STREAM), timeoutMs: TIMEOUT_MS },
    onMessage: (message) => {
      const { error } = decodeBatchAnswer(message);
      const isRefusedRevision = error?.details?.typeUrl.endsWith(WRONG_REVISION) === true;
      inBatch.push(!error || isRefusedRevision ? { kind: 'allowed' } : verdictOf({ ...error, status: error.code }));
      return false;
    },
  });
  return inBatch[0] ?? verdictOf(answer);
};

export interface Rights {
  readonly all: Verdict;
  readonly streams: Verdict;
  readonly appends: Verdict;
}

export const probeRights = async (visitor: Visitor): Promise<Rights> => ({
  all: await read(visitor, lastOfAll(1)),
  streams: await read(visitor, firstOfStream(PROBED_STREAM)),
  appends: await append(visitor),
});

const MOST_TOLD = 200;

const judgeOne = (check: CheckName, verdict: Verdict, advice: string, secrets: readonly (string | null)[]): Finding => {
  if (verdict.kind === 'allowed') return ok(check, 'allowed');
  if (verdict.kind === 'denied') return fault(check, `refused: ${advice}`);
  if (verdict.kind === 'nobody') return fault(check, 'refused: the user or the password is wrong');
  const said = without(secrets, verdict.message).slice(0, MOST_TOLD);
  return fault(check, `the leader does not answer it (gRPC status ${verdict.status}: ${said})`);
};

const ALL_ADVICE =
  "projections follow $all, which only $admins may read unless its metadata says otherwise: add the user's group to its readRoles";

export const judgeRights = (rights: Rights, secrets: readonly (string | null)[]): readonly Finding[] => [
  judgeOne('reading $all', rights.all, ALL_ADVICE, secrets),
  judgeOne('reading streams', rights.streams, 'let the user read streams ($userStreamAcl of $settings)', secrets),
  judgeOne('appending', rights.appends, 'let the user write streams ($userStreamAcl of $settings)', secrets),
];

/** Of who gives no user at all. */
export const judgeStrangers = ({ all, appends }: Rights): Finding => {
  const may = [all.kind === 'allowed' ? 'read $all' : null, appends.kind === 'allowed' ? 'write streams' : null];
  const allowed = may.filter((right) => right !== null);
  if (allowed.length === 0) return ok('strangers', 'refused');
  const advice = 'let the store ask everybody for a user';
  return warning('strangers', `whoever reaches the port may ${allowed.join(' and ')} without a user: ${advice}`);
};
