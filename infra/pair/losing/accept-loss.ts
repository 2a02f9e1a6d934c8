import { START } from '../../../aggregates/events';
import { lastLossIn } from '../../../aggregates/ledger/last-loss';
import { LEDGER_STREAM } from '../../../aggregates/ledger/ledger';
import { STREAM_PREFIXES } from '../../../aggregates/stream';
import {
  type AcceptedLoss,
  acceptStep,
  attachedAfterLoss,
  decideLoss,
  isLoss,
  type Lost,
  lostIn,
} from '../../../commands/pair/losing/decide-loss';
import {
  createCopyReading,
  type HeldPayment,
  type Holder,
  type SeenInCopy,
} from '../../../commands/pair/losing/open-payments';
import { isRefusedPair, refusedPair } from '../../../commands/pair/refusal';
import type { OwnTransactionOptions } from '../../postgres/own-transaction';
import type { PairDeps } from '../deps';
import { identityEventOf, proposedIdentity } from '../identity-event';
import { createKnown } from '../known';
import { settle, settleOnce } from '../settle';
import { type Forgotten, forgetLost } from './forget-lost';
import { holdOpen } from './hold-open';
import { type KnownHeights, unknownOf, watchedNetworks } from './set-back-cursors';
import { settleUnlogged, type Unlogged } from './unlogged';

export interface LosingDeps extends PairDeps, OwnTransactionOptions {
  readonly logger: PairDeps['logger'] & OwnTransactionOptions['logger'];
  readonly holders: readonly Holder[];
  /** Fills each read model and its checkpoint again from the start of the log. */
  readonly rebuildAll: () => Promise<void>;
}

export interface LossRequest {
  readonly actor: string;
  readonly reason: string;
  readonly from: KnownHeights['from'];
}

export interface LossEnded {
  readonly ledgerId: string;
  readonly lostSince: string;
  readonly held: readonly HeldPayment[];
  /** Null where an earlier run has accepted this loss. */
  readonly forgotten: Forgotten | null;
  readonly unlogged: Unlogged;
}

/** Holds every open payment before a start. Repeatable. Rejects with RefusedPair, or without a network's height. */
export const acceptLoss = async (deps: LosingDeps, asked: LossRequest): Promise<LossEnded> => {
  const lost = await decidedLost(deps);
  const copy = await readCopy(deps);
  const lostSince = copy.end.at;
  const isAccepted = await wasAccepted(deps, lostSince);
  const known = { watermarks: copy.watermarks, from: asked.from };
  if (!isAccepted) await mustKnowHeights(deps, known);
  const holding = { ...deps, ...asked, ledgerId: lost.ledgerId, lostSince };
  const held = await holdOpen(holding, copy.open);
  const forgotten = isAccepted ? null : await attach(deps, asked, { lost, copy, known, lostSince });
  const unlogged = await settleUnlogged(deps.pool, lostSince);
  await settleOnce(deps);
  // The former PostgreSQL may have written until it detected the change.
  const since = await holdOpen(holding, (await readCopy(deps)).open);
  return { ledgerId: lost.ledgerId, lostSince, held: since.length > held.length ? since : held, forgotten, unlogged };
};

const readCopy = async ({ store, holders }: LosingDeps): Promise<SeenInCopy> => {
  const { see, seen } = createCopyReading(holders);
  for await (const event of store.readAll(START, { streamPrefixes: STREAM_PREFIXES })) see(event);
  return seen();
};

/** True when this loss is accepted and the ledger's stream has no later event. */
const wasAccepted = async ({ store }: LosingDeps, lostSince: string): Promise<boolean> => {
  const identity = (await store.readStream(LEDGER_STREAM)).map(identityEventOf);
  return lastLossIn(identity.slice(-1))?.lostSince === lostSince;
};

/** A pair that seems right may be an older copy too; two comparisons must refuse the other kinds. */
const decidedLost = async (deps: LosingDeps): Promise<Lost> => {
  const known = createKnown(deps);
  await settle(known, decideLoss(known.decide)).catch((error: unknown) => {
    if (!isRefusedPair(error) || !isLoss(error.refusal)) throw error;
  });
  const { look } = await known.takeLook({ depth: 'END', onNewConnection: true });
  const lost = look === null ? null : lostIn(look);
  if (lost === null) throw new Error('The stores gave two different answers: repeat the command');
  return lost;
};

const mustKnowHeights = async ({ pool }: LosingDeps, known: KnownHeights): Promise<void> => {
  const networks = unknownOf(await watchedNetworks(pool), known);
  if (networks.length === 0) return;
  const words = `The log has no last height of ${networks.join(', ')}: give a height before the loss for each, such as --from ${networks[0]}=0.`;
  throw refusedPair({ because: 'CURSORS_UNKNOWN', words });
};

interface Accepting {
  readonly lost: Lost;
  readonly copy: SeenInCopy;
  readonly known: KnownHeights;
  readonly lostSince: string;
}

/** With two stores the row names the next event, and the next comparison appends it. */
const attach = async (deps: LosingDeps, asked: LossRequest, accepting: Accepting): Promise<Forgotten> => {
  const { lost, copy, known, lostSince } = accepting;
  const { actor, reason } = asked;
  const accepted: AcceptedLoss = { id: deps.ids.uuid(), at: deps.clock.iso(), actor, reason, lostSince };
  const step = deps.isEmbedded || lost.row === null ? null : acceptStep(lost.row, lost.end, accepted);
  const forgotten = await forgetLost(deps, { end: copy.end, known, step });
  if (forgotten === null) throw new Error('Another process has written the row of the pair: repeat the command');
  await deps.rebuildAll();
  if (step === null) await appendAttached(deps, lost, accepted);
  return forgotten;
};

const appendAttached = async ({ store }: LosingDeps, lost: Lost, accepted: AcceptedLoss): Promise<void> => {
  const event = proposedIdentity(attachedAfterLoss(lost.ledgerId, accepted));
  const { outcome } = await store.append(LEDGER_STREAM, lost.end.revision, [event]);
  if (outcome !== 'appended') throw new Error(`LedgerAttached was not appended (${outcome}): repeat the command`);
};
