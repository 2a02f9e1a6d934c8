import { type WatcherState, watcher } from '../../aggregates/watcher/watcher';
import { historyOf } from '../handle';
import type { Judgement } from '../ports/chain-reader';
import { lineOf, reaffirm } from './finality';
import { inParallel } from './in-parallel';
import { judge } from './judge-open';
import { APPENDS_AT_ONCE, finalise, finalMovement, record } from './record';
import { tellWatcher } from './tell-watcher';
import { type FinalDeposit, type Look, messageOf, type WatchDeps } from './watch-deps';

const DEPOSITS_PER_PAGE = 500;
const REVERTED = 'FINALITY_VIOLATED';

/**
 * After an operator accepted another history: judges again what had become final in the heights that changed, and
 * reaffirms the network's finality when all of it is decided. What serves an intent and is gone is lost: an operator's
 * case. Answers the state that this leads to.
 */
export const rejudgeFinal = async (deps: WatchDeps, { state }: Look): Promise<Rejudged> => {
  const { finality } = state;
  if (finality.standing !== 'ACCEPTED') return { state, troubles: [] };
  try {
    return {
      state: (await rejudgeFrom(deps, BigInt(finality.fromHeight))) ? await reaffirm(deps) : state,
      troubles: [],
    };
  } catch (error) {
    return { state, troubles: [`what had become final could not be judged again: ${messageOf(error)}`] };
  }
};

export interface Rejudged {
  readonly state: WatcherState;
  readonly troubles: readonly string[];
}

/** True when all of it is decided. */
const rejudgeFrom = async (deps: WatchDeps, fromHeight: bigint): Promise<boolean> => {
  if (!(await isProjected(deps))) return false;
  let isDecided = true;
  let afterId = '';
  for (;;) {
    const wanted = { fromHeight, afterId, limit: DEPOSITS_PER_PAGE };
    const page = await deps.finalDeposits(wanted);
    if (!(await rejudgePage(deps, page))) isDecided = false;
    if (page.length < DEPOSITS_PER_PAGE) return isDecided;
    afterId = page.at(-1)!.depositId;
  }
};

/** Nothing becomes final while it is in question: with the acceptance the read models have all that had before. */
const isProjected = async ({ eventStore, reader, untilApplied }: WatchDeps): Promise<boolean> => {
  const last = (await historyOf(eventStore, watcher, reader.network)).at(-1);
  return last === undefined || untilApplied(last.position);
};

/** False when some of them cannot be decided yet. */
const rejudgePage = async (deps: WatchDeps, page: readonly FinalDeposit[]): Promise<boolean> => {
  if (page.length === 0) return true;
  const { judgements } = await judge(
    deps,
    page.map(({ movement }) => movement),
  );
  const lost: FinalDeposit[] = [];
  let isDecided = true;
  await inParallel(APPENDS_AT_ONCE, [...page.entries()], async ([index, deposit]) => {
    const judgement = judgements[index]!;
    if (judgement.verdict === 'PENDING' || judgement.verdict === 'UNREADABLE') isDecided = false;
    else if (servesIntent(deposit)) lost.push(...(judgement.verdict === 'GONE' ? [deposit] : []));
    else await decideAgain(deps, deposit, judgement);
  });
  if (lost.length > 0) await lose(deps, lost);
  return isDecided;
};

const servesIntent = ({ status }: FinalDeposit): boolean => status === 'CLAIMED' || status === 'MATCHED';

type Decided = Extract<Judgement, { readonly verdict: 'FINAL' | 'GONE' }>;

/** What serves nobody is what the accepted history says. */
const decideAgain = async (deps: WatchDeps, { depositId, movement }: FinalDeposit, judgement: Decided) => {
  const { network, memos, blockHash } = movement;
  const again = judgement.verdict === 'FINAL' ? finalMovement(deps, judgement.movement) : null;
  if (again?.blockHash === blockHash) return;
  await record(deps, movement, (now) => ({
    ...{ type: 'RevertDeposit', depositId, reason: REVERTED, now },
    final: { network, memos },
  }));
  if (again !== null) await finalise(deps, again);
};

const lose = async (deps: WatchDeps, lost: readonly FinalDeposit[]): Promise<void> => {
  const { network } = deps.reader;
  const depositIds = lost.map(({ depositId }) => depositId);
  const now = new Date(deps.clock.now()).toISOString();
  const about = depositIds[0] ?? '';
  const { events } = await tellWatcher(deps, { type: 'LoseDeposits', network, depositIds, now }, about);
  if (events.length === 0) return;
  deps.alert('Deposits that serve an intent are not in the history that was accepted: an operator must look', {
    network,
    deposits: lost.map(lineOf).join(', '),
  });
};
