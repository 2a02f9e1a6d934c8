import type { SeenMovement } from '../../../aggregates/chain';
import type { Judged, Judgement, Shortfall } from '../../ports/chains/chain-reader';
import { raiseAlarms } from '../alarms';
import { inBatches, inParallel } from '../in-parallel';
import { APPENDS_AT_ONCE, finalise, finalMovement, idOf, record } from '../scanning/record';
import { tellWatcher } from '../tell-watcher';
import { type Look, messageOf, type WatchDeps } from '../watch-deps';

const MOST_PER_LOOK = 2_000;
/** A call of the reader for deposits that no intent waits for. */
const MOVEMENTS_PER_BATCH = 500;
/** After this time, deposits that no intent waits for are left to the next scan. */
const LONG_LOOK_MS = 10_000;

export interface JudgedOpen {
  readonly troubles: readonly string[];
  readonly unprovedBlocks: number;
}

/** New deposits with our memos first and in one call, then earlier failures, then those without a memo. */
export const judgeOpen = async (deps: WatchDeps, { startedAtMs, heads }: Look): Promise<JudgedOpen> => {
  const { clock, memory } = deps;
  const { resting, rested } = memory.deposits.known(startedAtMs);
  const wanted = { upToHeight: heads.final.height, resting, rested, limit: MOST_PER_LOOK };
  const open = await deps.openMovements(wanted);
  const troubles: string[] = [];
  let unprovedBlocks = 0;
  const judgeOne = async (batch: readonly SeenMovement[]): Promise<void> => {
    unprovedBlocks += await judgeBatch(deps, batch, (trouble) => troubles.push(trouble));
  };
  const { named, others } = batchesOf(open, new Set(rested));
  if (named.length > 0) await judgeOne(named);
  for (const [index, batch] of others.entries()) {
    if (index > 0 && clock.now() - startedAtMs >= LONG_LOOK_MS) break;
    await judgeOne(batch);
  }
  return { troubles, unprovedBlocks };
};

interface Batches {
  readonly named: readonly SeenMovement[];
  readonly others: readonly (readonly SeenMovement[])[];
}

const batchesOf = (open: readonly SeenMovement[], rested: ReadonlySet<string>): Batches => {
  const fresh = open.filter((seen) => !rested.has(idOf(seen)));
  const isNamed = ({ memos }: SeenMovement): boolean => memos.length > 0;
  const tried = open.filter((seen) => rested.has(idOf(seen)));
  const others = [tried.filter(isNamed), [...fresh, ...tried].filter((seen) => !isNamed(seen))];
  return {
    named: fresh.filter(isNamed),
    others: others.flatMap((group) => inBatches(MOVEMENTS_PER_BATCH, group)),
  };
};

type Tell = (trouble: string) => void;

const judgeBatch = async (deps: WatchDeps, batch: readonly SeenMovement[], tell: Tell): Promise<number> => {
  const judged = await judge(deps, batch).catch((error: unknown) => {
    const now = deps.clock.now();
    for (const seen of batch) deps.memory.deposits.failed(idOf(seen), now, messageOf(error));
    tell(`${batch.length} deposits from ${idOf(batch[0]!)} on: ${messageOf(error)}`);
    return null;
  });
  if (judged === null) return 0;
  for (const shortfall of judged.shortfalls) await haltAsset(deps, shortfall);
  await inParallel(APPENDS_AT_ONCE, [...batch.entries()], async ([index, seen]) => {
    const trouble = await carryOut(deps, seen, judged.judgements[index]!);
    if (trouble !== null) tell(`${idOf(seen)}: ${trouble}`);
  });
  return judged.unprovedBlocks;
};

/** Throws when answers and movements differ in number. */
export const judge = async ({ reader }: WatchDeps, batch: readonly SeenMovement[]): Promise<Judged> => {
  const judged = await reader.judge(batch);
  const { length } = judged.judgements;
  if (length !== batch.length) throw new Error(`the answer has ${length} results for ${batch.length} movements`);
  return judged;
};

/** Why the judgement was not carried out; null when it was, or is PENDING. */
const carryOut = async (deps: WatchDeps, seen: SeenMovement, judgement: Judgement): Promise<string | null> => {
  const { deposits } = deps.memory;
  try {
    const trouble = await apply(deps, seen, judgement);
    if (trouble === null && judgement.verdict !== 'PENDING') deposits.settled(idOf(seen));
    else deposits.failed(idOf(seen), deps.clock.now(), trouble);
    return trouble;
  } catch (error) {
    if (deps.isHeldByStore(error)) throw error;
    const reason = messageOf(error);
    deposits.failed(idOf(seen), deps.clock.now(), reason);
    return reason;
  }
};

const apply = async (deps: WatchDeps, seen: SeenMovement, judgement: Judgement): Promise<string | null> => {
  switch (judgement.verdict) {
    case 'PENDING':
      return null;
    case 'UNREADABLE':
      return judgement.reason;
    case 'FINAL':
      if (idOf(judgement.movement) !== idOf(seen)) return 'the answer is about another movement';
      await finalise(deps, finalMovement(deps, judgement.movement));
      return null;
    case 'GONE': {
      const { reason } = judgement;
      await record(deps, seen, (now) => ({ type: 'RevertDeposit', depositId: idOf(seen), reason, now }));
      return null;
    }
  }
};

export const haltAsset = async (deps: WatchDeps, shortfall: Shortfall): Promise<void> => {
  const { network } = deps.reader;
  const { assetId } = shortfall;
  const shortage = {
    ...{ network, assetId, height: shortfall.height.toString() },
    loggedBaseUnits: shortfall.loggedBaseUnits.toString(),
    arrivedBaseUnits: shortfall.arrivedBaseUnits.toString(),
  };
  const now = deps.clock.iso();
  const about = `${assetId} ${shortage.height}`;
  raiseAlarms(deps, await tellWatcher(deps, { type: 'HaltAsset', shortage, now }, about));
};
