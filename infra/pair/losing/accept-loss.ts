import { acceptStep, decideLoss, type LossDecision, type Lost } from '../../../commands/pair/losing/decide-loss';
import type { HeldPayment, Holder, SeenInCopy } from '../../../commands/pair/losing/open-payments';
import { SECOND_LOOK_AFTER_MS } from '../../../commands/pair/standing/standing';
import { type BindDeps, bind } from '../bind';
import type { OwnTransactionOptions } from '../moving/own-transaction';
import { refusedPair } from '../refused-pair';
import { type Forgotten, forgetLost } from './forget-lost';
import { holdOpen } from './hold-open';
import { readCopy } from './read-copy';
import { type KnownHeights, unknownOf, watchedNetworks } from './set-back-cursors';
import { settleUnlogged, type Unlogged } from './unlogged';

/** The lock of the ledger is held alone: nobody of this PostgreSQL is alive. */
export interface LosingDeps extends BindDeps, OwnTransactionOptions {
  readonly logger: BindDeps['logger'] & OwnTransactionOptions['logger'];
  readonly isAlone: () => boolean;
  readonly holders: readonly Holder[];
  /** Fills each read model and its checkpoint anew from the start of the log. */
  readonly rebuildAll: () => Promise<void>;
}

export interface LossRequest {
  readonly actor: string;
  readonly reason: string;
  /** What compares both stores told. */
  readonly differences: number;
  readonly from: KnownHeights['from'];
}

export interface LossEnded {
  readonly ledgerId: string;
  /** Null: nothing was lost. */
  readonly lostSince: string | null;
  readonly held: readonly HeldPayment[];
  /** Null: nothing was removed by this run. */
  readonly forgotten: Forgotten | null;
  /** Null: nothing was lost. */
  readonly unlogged: Unlogged | null;
}

const PATIENCE_MS = 30_000;
const BETWEEN_LOOKS_MS = 250;

/**
 * The ledger goes on from a log that was restored from an older copy, and pays nothing twice: what the copy holds as
 * open is held before a start can find the pair right. Broken off anywhere, the same command goes on, or a start does
 * once all is held. Rejects with RefusedPair when two looks refuse it, or when nobody knows what to read again.
 */
export const acceptLoss = async (deps: LosingDeps, asked: LossRequest): Promise<LossEnded> => {
  const decision = await decideTwice(deps, asked);
  if (decision.kind === 'RIGHT') return goOn(deps, asked, decision.since);
  const { ledgerId } = decision.row;
  const copy = await readCopy(deps.store, deps.holders);
  const known = { watermarks: copy.watermarks, from: asked.from };
  await mustKnowHeights(deps, known);
  const lostSince = decision.since ?? copy.end.at;
  const held = await holdOpen({ ...deps, ...asked, ledgerId, lostSince }, copy.open);
  const forgotten = await forget(deps, asked, { lost: decision, copy, known, lostSince });
  await deps.rebuildAll();
  const unlogged = await settleUnlogged(deps.pool, lostSince);
  await bind(deps);
  // Another PostgreSQL may have written until it saw that it was left.
  const since = await holdSince(deps, asked, ledgerId, lostSince);
  return { ledgerId, lostSince, held: since.length > held.length ? since : held, forgotten, unlogged };
};

/** A start would have gone on as well, but for what it knows nothing of. */
const goOn = async (deps: LosingDeps, asked: LossRequest, lostSince: string | null): Promise<LossEnded> => {
  const unlogged = lostSince === null ? null : await settleUnlogged(deps.pool, lostSince);
  const { ledgerId } = await bind(deps);
  return { ledgerId, lostSince, held: await holdSince(deps, asked, ledgerId, lostSince), forgotten: null, unlogged };
};

type Decided = Exclude<LossDecision, { readonly kind: 'WAIT' } | { readonly kind: 'REFUSE' }>;

/** One look may be the word of a former leader; the second is made on a new connection. */
const decideTwice = async (deps: LosingDeps, asked: LossRequest): Promise<Decided> => {
  const first = await decideOnce(deps, asked, false);
  if (first.kind === 'RIGHT') return first;
  await deps.rest(SECOND_LOOK_AFTER_MS);
  const second = await decideOnce(deps, asked, true);
  if (second.kind !== first.kind) throw new Error('The stores said two things within 30 s; give the command again');
  if (second.kind === 'REFUSE') throw refusedPair(second.refusal);
  return second;
};

const decideOnce = async (
  deps: LosingDeps,
  { differences }: LossRequest,
  onNewConnection: boolean,
): Promise<Exclude<LossDecision, { readonly kind: 'WAIT' }>> => {
  const giveUpAtMs = deps.nowMs() + PATIENCE_MS;
  for (;;) {
    if (!deps.isAlone()) throw new Error('The lock of the ledger was lost with its connection; give the command again');
    const { look, trouble } = await deps.takeLook({ depth: 'WHOLE', onNewConnection });
    const drawn = { ledgerId: deps.ids.uuid(), at: deps.clock.iso() };
    const decision = look === null ? null : decideLoss(look, { ...drawn, differences });
    if (decision !== null && decision.kind !== 'WAIT') return decision;
    if (deps.nowMs() >= giveUpAtMs) throw new Error(trouble ?? 'Others change the row of the pair');
    await deps.rest(BETWEEN_LOOKS_MS);
  }
};

const mustKnowHeights = async ({ pool }: LosingDeps, known: KnownHeights): Promise<void> => {
  const networks = unknownOf(await watchedNetworks(pool), known);
  if (networks.length > 0) throw refusedPair({ because: 'CURSORS_UNKNOWN', networks });
};

interface Accepting {
  readonly lost: Lost;
  readonly copy: SeenInCopy;
  readonly known: KnownHeights;
  readonly lostSince: string;
}

const forget = async (
  deps: LosingDeps,
  { actor, reason }: LossRequest,
  { lost, copy, known, lostSince }: Accepting,
): Promise<Forgotten> => {
  const accepted = { id: deps.ids.uuid(), at: deps.clock.iso(), actor, reason, lostSince };
  const step = acceptStep(lost, accepted);
  const forgotten = await forgetLost(deps, { end: { ...copy.end, at: lostSince }, known, step });
  if (forgotten === null) throw new Error('Somebody else has written the row of the pair; give the command again');
  return forgotten;
};

/** Everything that was open before the loss was accepted. */
const holdSince = async (
  deps: LosingDeps,
  asked: LossRequest,
  ledgerId: string,
  lostSince: string | null,
): Promise<readonly HeldPayment[]> => {
  if (lostSince === null) return [];
  const { open } = await readCopy(deps.store, deps.holders);
  return holdOpen({ ...deps, ...asked, ledgerId, lostSince }, open);
};
