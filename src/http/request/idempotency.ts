import canonicalize from 'canonicalize';
import type { Request } from 'express';
import { invalidField } from '../../../aggregates/rejection';
import type { Sealed } from '../../../aggregates/sealed';
import { mustBeAllowedToPay } from '../../../aggregates/user/user';
import type { CommandContext } from '../../../commands/handling/context';
import { commandIdOf } from '../../../commands/handling/deterministic-ids';
import { sha256Hex } from '../../../commands/handling/secrets';
import type { HttpDeps, IdempotencyClaim, StoredAnswer } from '../deps';
import { type Success, success } from '../envelope';
import { BUSINESS_REFUSAL, problemOf } from '../problems';
import { surfaceRefusal } from '../surface-refusal';
import { contextOf, freshContextOf } from './command-context';
import { templateOf } from './limits';
import { principalKeyOf } from './principal';
import { principalOf, stateOf } from './request-state';

const KEY = /^(?:"([\x21\x23-\x7e]{1,255})"|([\x21\x23-\x7e]{1,255}))$/;
const RENEWAL_INTERVAL_MS = 10_000;

/** The Idempotency-Key, bare or quoted; null when absent. Throws VALIDATION_ERROR. */
export const idempotencyKeyOf = (header: string | undefined): string | null => {
  if (header === undefined) return null;
  const [, quoted, bare] = KEY.exec(header) ?? [];
  const key = quoted ?? bare;
  if (key === undefined) throw invalidField('Idempotency-Key', 'must be 1 to 255 visible characters');
  return key;
};

export interface Repeatable<Data> {
  readonly request: Request;
  readonly key: string | null;
  /** Status of a success. */
  readonly status: number;
  /** With a key the context is deterministic, so that a rerun meets the events of the first run. */
  readonly run: (context: CommandContext) => Promise<Data>;
}

/** With a key the answer is kept and repeated byte for byte, except for a user who may no longer pay. */
export const repeatable = async <Data>(asked: Repeatable<Data>): Promise<Success<Data>> => {
  const { request, key, run } = asked;
  const principal = principalOf(request);
  if (principal.kind === 'user') mustBeAllowedToPay(principal.kycStatus);
  if (key === null) return success(await run(freshContextOf(request)));
  return repeatableBy(asked, {
    name: [principalKeyOf(principal), request.method, templateOf(request), key],
    contextOf: (commandId) => contextOf(request, commandId),
    bodyToKeep: (answer) => bodyToKeep(request, answer),
  });
};

export interface Caller {
  /** The parts that repetitions share, besides the body. */
  readonly name: readonly string[];
  readonly contextOf: (commandId: string) => CommandContext;
  readonly bodyToKeep: (answer: Success<unknown>) => Promise<string>;
}

/** The same for any caller; the name has the key. */
export const repeatableBy = async <Data>(
  asked: Pick<Repeatable<Data>, 'request' | 'status' | 'run'>,
  caller: Caller,
): Promise<Success<Data>> => {
  const { request } = asked;
  const { deps } = stateOf(request);
  const { name } = caller;
  const scope = sha256Hex(name.join('\n'));
  const fingerprint = sha256Hex(canonicalize(request.body) ?? '');
  const claim = await deps.idempotency.claim(scope, fingerprint);
  if (claim.kind !== 'CLAIMED') return repeated<Data>(request, claim);
  return whileLeased(
    asked,
    { scope, lease: claim.lease, commandId: commandIdOf('http', ...name, fingerprint) },
    caller,
  );
};

/** Answers as the first time; tsoa leaves a sent answer alone. */
const repeated = async <Data>(
  request: Request,
  claim: Exclude<IdempotencyClaim, { readonly kind: 'CLAIMED' }>,
): Promise<Success<Data>> => {
  if (claim.kind === 'IN_PROGRESS') {
    throw surfaceRefusal('IDEMPOTENCY_IN_PROGRESS', 'A request with this Idempotency-Key is still running');
  }
  if (claim.kind === 'REUSED') {
    throw surfaceRefusal('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used with another body');
  }
  const { status } = claim.answer;
  const body = await bodyAsGiven(stateOf(request).deps, claim.answer);
  const { res } = request;
  // A caller past the deadline has an answer already.
  if (res?.headersSent === false) res.status(status).set('Idempotency-Hit', 'true').type('application/json').send(body);
  return JSON.parse(body) as Success<Data>;
};

/** Seals a body with data that is not stored in clear anywhere. */
const bodyToKeep = async (request: Request, answer: Success<unknown>): Promise<string> => {
  const body = JSON.stringify(answer);
  const principal = principalOf(request);
  const isPersonal = typeof answer.data === 'object' && answer.data !== null && 'externalId' in answer.data;
  if (!isPersonal || principal.kind !== 'user') return body;
  return JSON.stringify(await stateOf(request).deps.seal(principal.userId, body));
};

const bodyAsGiven = async ({ openAll }: Pick<HttpDeps, 'openAll'>, { body }: StoredAnswer): Promise<string> => {
  const kept = JSON.parse(body) as Sealed | { readonly sealed?: never };
  if (kept.sealed === undefined) return body;
  const [opened = null] = await openAll([kept]);
  if (opened === null) throw new Error('a kept answer of an erased user was asked for');
  return opened;
};

interface Lease {
  readonly scope: string;
  readonly lease: string;
  readonly commandId: string;
}

const whileLeased = async <Data>(
  asked: Pick<Repeatable<Data>, 'request' | 'status' | 'run'>,
  lease: Lease,
  caller: Caller,
): Promise<Success<Data>> => {
  const { request } = asked;
  const { deps, requestId } = stateOf(request);
  const renewal = setInterval(() => {
    void quietly(request, () => deps.idempotency.renew(lease.scope, lease.lease));
  }, RENEWAL_INTERVAL_MS);
  try {
    const answer = success(await asked.run(caller.contextOf(lease.commandId)));
    await keep(request, lease, async () => ({ status: asked.status, body: await caller.bodyToKeep(answer) }));
    return answer;
  } catch (error) {
    const { status, body } = problemOf(error, requestId, deps.isUnavailable);
    // A business refusal is kept; any other failure frees the key.
    if (status === BUSINESS_REFUSAL) await keep(request, lease, async () => ({ status, body: JSON.stringify(body) }));
    else await quietly(request, () => deps.idempotency.release(lease.scope, lease.lease));
    throw error;
  } finally {
    clearInterval(renewal);
  }
};

const keep = (request: Request, { scope, lease }: Lease, answerOf: () => Promise<StoredAnswer>): Promise<void> =>
  quietly(request, async () => stateOf(request).deps.idempotency.complete(scope, lease, await answerOf()));

/** The command has run: failing to keep its answer must not become a failure. */
const quietly = async (request: Request, work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    const { deps, requestId } = stateOf(request);
    deps.logger.warn({ requestId, err: error }, 'the answer to an Idempotency-Key could not be kept');
  }
};
