import { type DepositId, isDepositOf, type SeenMovement } from '../../../aggregates/chain';
import { fold } from '../../../aggregates/decider';
import { type DepositState, deposit } from '../../../aggregates/deposit/deposit';
import type { DepositEvent } from '../../../aggregates/deposit/events';
import { isClosedStream } from '../../../aggregates/stream-fault';
import type { WatcherState } from '../../../aggregates/watcher/watcher';
import { historyOf } from '../../handling/reading/read-stream';
import type { Judgement } from '../../ports/chains/chain-reader';
import { finalise, finalMovement, idOf, record } from '../scanning/record';
import { tellWatcher } from '../tell-watcher';
import { type Look, messageOf, type WatchDeps } from '../watch-deps';
import { judge } from './judge-open';
import { type Decided, decideAgain, lose } from './rejudge-final';

/** Judged one at a time, because no other work waits for them. */
const MOST_PER_LOOK = 20;
const GIVEN_UP = 'GIVEN_UP';

export interface GivenUpJudged {
  readonly state: WatcherState;
  readonly troubles: readonly string[];
}

/** Retries given-up deposits; a failing one without an intent is reverted, so that it delays nothing. */
export const judgeGivenUp = async (deps: WatchDeps, { state, startedAtMs }: Look): Promise<GivenUpJudged> => {
  const { givenUp } = deps.memory;
  const isDue = (depositId: DepositId): boolean =>
    !givenUp.isResting(depositId, startedAtMs) &&
    (state.finality.standing === 'SOUND' || isDepositOf(deps.reader.network, depositId));
  const due = state.givenUp.deposits.filter(isDue);
  const troubles: string[] = [];
  let after = state;
  for (const depositId of due.slice(0, MOST_PER_LOOK)) {
    givenUp.failed(depositId, startedAtMs);
    try {
      after = (await judgeAgain(deps, depositId)) ?? after;
    } catch (error) {
      if (deps.isHeldByStore(error)) {
        givenUp.settled(depositId);
        throw error;
      }
      if (isClosedStream(error)) continue;
      troubles.push(`${depositId} (given up by an operator): ${messageOf(error)}`);
    }
  }
  return { state: after, troubles };
};

interface Logged {
  readonly depositId: DepositId;
  readonly status: DepositState;
  readonly movement: SeenMovement;
}

/** Reports and holds of the given-up debit stay: no later scan judges it. */
const forget = async (deps: WatchDeps, depositId: DepositId): Promise<WatcherState> => {
  const { network } = deps.reader;
  const command = { type: 'JudgeGivenUp', network, depositId, verdict: 'GONE', now: deps.clock.iso() } as const;
  const { state } = await tellWatcher(deps, command, depositId);
  deps.memory.givenUp.settled(depositId);
  return state;
};

const judgeAgain = async (deps: WatchDeps, depositId: DepositId): Promise<WatcherState | null> => {
  if (!isDepositOf(deps.reader.network, depositId)) return forget(deps, depositId);
  const history = (await historyOf(deps.eventStore, deposit, depositId)) as unknown as readonly DepositEvent[];
  const last = history.findLast(({ type }) => type === 'DepositFinalised' || type === 'DepositObserved');
  if (last === undefined) throw new Error('the log does not contain the deposit');
  const logged = { depositId, status: fold(deposit, history), movement: last.data as SeenMovement };
  const judgement = await judgementOf(deps, logged);
  if (judgement.verdict === 'PENDING' || judgement.verdict === 'UNREADABLE') return setAside(deps, logged);
  const state = await carryOut(deps, logged, judgement);
  deps.memory.givenUp.settled(depositId);
  return state;
};

const judgementOf = async (deps: WatchDeps, { depositId, movement }: Logged): Promise<Judgement> => {
  try {
    const judgement = (await judge(deps, [movement])).judgements[0]!;
    if (judgement.verdict !== 'FINAL' || idOf(judgement.movement) === depositId) return judgement;
    return { verdict: 'UNREADABLE', reason: 'the answer is about another movement' };
  } catch (error) {
    return { verdict: 'UNREADABLE', reason: messageOf(error) };
  }
};

const setAside = async (deps: WatchDeps, { depositId, movement }: Logged): Promise<null> => {
  const { network, memos } = movement;
  await record(deps, movement, (now) => ({
    ...{ type: 'RevertDeposit', depositId, reason: GIVEN_UP, now },
    final: { network, memos },
  }));
  return null;
};

const carryOut = async (deps: WatchDeps, logged: Logged, judgement: Decided): Promise<WatcherState> => {
  const { depositId, status } = logged;
  const { verdict } = judgement;
  const isServing = status.status === 'CLAIMED' || status.status === 'MATCHED';
  if (isServing && verdict === 'GONE') {
    return lose(deps, [{ depositId, line: `${depositId} ${status.status} for ${status.intentId}` }]);
  }
  if (!isServing) await tellOf(deps, logged, judgement);
  const { network } = deps.reader;
  const now = deps.clock.iso();
  return (await tellWatcher(deps, { type: 'JudgeGivenUp', network, depositId, verdict, now }, depositId)).state;
};

/** Serves no intent: follows the chain. */
const tellOf = async (deps: WatchDeps, { depositId, status, movement }: Logged, judgement: Decided): Promise<void> => {
  if ('final' in status) return decideAgain(deps, { depositId, movement }, judgement);
  if (judgement.verdict === 'FINAL') await finalise(deps, finalMovement(deps, judgement.movement));
  else {
    const { reason } = judgement;
    await record(deps, movement, (now) => ({ type: 'RevertDeposit', depositId, reason, now }));
  }
};
