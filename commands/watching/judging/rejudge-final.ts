import { type DepositId, isDepositOf } from '../../../aggregates/chain';
import { type Finality, type WatcherState, watcher } from '../../../aggregates/watcher/watcher';
import { historyOf } from '../../handling/reading/read-stream';
import type { Judgement } from '../../ports/chains/chain-reader';
import type { UndecidedDeposit } from '../../ports/chains/network-standing';
import { raiseAlarms } from '../alarms';
import { acceptedIn, type WatcherRecord } from '../debits/accepted';
import { rejudgeDebits } from '../debits/rejudge-debits';
import { lineOf, reaffirm } from '../finality';
import { inParallel } from '../in-parallel';
import { APPENDS_AT_ONCE, finalise, finalMovement, record } from '../scanning/record';
import { tellWatcher } from '../tell-watcher';
import { type FinalDeposit, type Look, messageOf, type WatchDeps } from '../watch-deps';
import { judge } from './judge-open';

const DEPOSITS_PER_PAGE = 500;
const REVERTED = 'FINALITY_VIOLATED';

/** A missing movement that served a payment is an operator's case. */
export const rejudgeFinal = async (deps: WatchDeps, { state, startedAtMs }: Look): Promise<Rejudged> => {
  const { finality } = state;
  if (finality.standing !== 'ACCEPTED') return { state, undecided: [], troubles: [] };
  const undecided: UndecidedDeposit[] = [];
  try {
    const isDecided = await rejudgeAll(deps, state, finality, (one) => undecided.push(one));
    if (isDecided) return { state: await reaffirm(deps), undecided, troubles: [] };
    return { state, undecided: told(deps, undecided, startedAtMs, finality.acceptedAt), troubles: [] };
  } catch (error) {
    const trouble = `the second check of the final history failed: ${messageOf(error)}`;
    return { state, undecided: told(deps, undecided, startedAtMs, finality.acceptedAt), troubles: [trouble] };
  }
};

export interface Rejudged {
  readonly state: WatcherState;
  /** The first 100, by id. */
  readonly undecided: readonly UndecidedDeposit[];
  readonly troubles: readonly string[];
}

const DEPOSITS_OPEN = 'Deposits of the accepted history cannot be checked: payouts of the network wait';
const DEBITS_OPEN = 'Debits or deliveries of the accepted history cannot be checked: payouts of the network wait';

const MOST_TOLD = 100;
const ALARM_AFTER_MS = 600_000;

/** Alerts once per process when deposits stay undecided. */
const told = (
  { memory, reader, alert }: WatchDeps,
  undecided: readonly UndecidedDeposit[],
  nowMs: number,
  acceptedAt: string,
): readonly UndecidedDeposit[] => {
  const first = undecided.slice(0, MOST_TOLD);
  const isOld = nowMs - Date.parse(acceptedAt) >= ALARM_AFTER_MS;
  if (first.length === 0 || !isOld || memory.undecidedSince === acceptedAt) return first;
  memory.undecidedSince = acceptedAt;
  alert(undecided.some(({ depositId }) => isDepositOf(reader.network, depositId)) ? DEPOSITS_OPEN : DEBITS_OPEN, {
    ...{ network: reader.network, acceptedAt, count: String(undecided.length) },
    deposits: first.map(({ depositId, reason }) => `${depositId} (${reason})`).join(', '),
  });
  return first;
};

type Tell = (undecided: UndecidedDeposit) => void;

const rejudgeAll = async (
  deps: WatchDeps,
  { givenUp }: WatcherState,
  { fromHeight: from, acceptedAt }: Extract<Finality, { readonly standing: 'ACCEPTED' }>,
  tell: Tell,
): Promise<boolean> => {
  const history = await projectedHistory(deps);
  if (history === null) return false;
  const fromHeight = BigInt(from);
  const { memory } = deps;
  const areJudged =
    memory.depositsDecidedFor === acceptedAt || (await rejudgeFrom(deps, fromHeight, new Set(givenUp.deposits), tell));
  if (areJudged) memory.depositsDecidedFor = acceptedAt;
  const debits = await rejudgeDebits(deps, acceptedIn(history, fromHeight, acceptedAt), givenUp.deposits);
  debits.undecided.forEach(tell);
  return areJudged && debits.isDecided;
};

const rejudgeFrom = async (
  deps: WatchDeps,
  fromHeight: bigint,
  givenUp: ReadonlySet<DepositId>,
  tell: Tell,
): Promise<boolean> => {
  let isDecided = true;
  let afterId = '';
  for (;;) {
    const wanted = { fromHeight, afterId, limit: DEPOSITS_PER_PAGE };
    const page = await deps.finalDeposits(wanted);
    const waiting = page.filter(({ depositId }) => !givenUp.has(depositId));
    if (!(await rejudgePage(deps, waiting, tell))) isDecided = false;
    if (page.length < DEPOSITS_PER_PAGE) return isDecided;
    afterId = page.at(-1)!.depositId;
  }
};

/** The acceptance's position covers all final deposits, as none becomes final meanwhile. Null: the read models lag. */
const projectedHistory = async (deps: WatchDeps): Promise<readonly WatcherRecord[] | null> => {
  const { eventStore, reader, debits } = deps;
  const history = await historyOf(eventStore, watcher, reader.network);
  const last = history.at(-1);
  if (last === undefined) return [];
  const isApplied = (await deps.untilApplied(last.position)) && (await debits.untilApplied(last.position));
  return isApplied ? (history as unknown as readonly WatcherRecord[]) : null;
};

const rejudgePage = async (deps: WatchDeps, page: readonly FinalDeposit[], tell: Tell): Promise<boolean> => {
  if (page.length === 0) return true;
  const judgements = await judgementsOf(deps, page, tell);
  const lost: FinalDeposit[] = [];
  let isDecided = true;
  await inParallel(APPENDS_AT_ONCE, [...page.entries()], async ([index, deposit]) => {
    const judgement = judgements[index]!;
    if (judgement.verdict === 'PENDING' || judgement.verdict === 'UNREADABLE') isDecided = false;
    else if (servesIntent(deposit)) lost.push(...(judgement.verdict === 'GONE' ? [deposit] : []));
    else await decideAgain(deps, deposit, judgement);
  });
  const lines = lost.map((deposit) => ({ depositId: deposit.depositId, line: lineOf(deposit) }));
  if (lost.length > 0) await lose(deps, lines);
  return isDecided;
};

/** Judgements, one per deposit; reports undecided ones. Rejects, after its reports, when none can be judged. */
const judgementsOf = async (
  deps: WatchDeps,
  page: readonly FinalDeposit[],
  tell: Tell,
): Promise<readonly Judgement[]> => {
  const movements = page.map(({ movement }) => movement);
  const { judgements } = await judge(deps, movements).catch((error: unknown) => {
    for (const { depositId } of page) tell({ depositId, reason: messageOf(error) });
    throw error;
  });
  for (const [index, judgement] of judgements.entries()) {
    const reason = whyUndecided(judgement);
    if (reason !== null) tell({ depositId: page[index]!.depositId, reason });
  }
  return judgements;
};

const whyUndecided = (judgement: Judgement): string | null => {
  if (judgement.verdict === 'UNREADABLE') return judgement.reason;
  return judgement.verdict === 'PENDING' ? 'the transaction is not final yet' : null;
};

const servesIntent = ({ status }: FinalDeposit): boolean => status === 'CLAIMED' || status === 'MATCHED';

export type Decided = Extract<Judgement, { readonly verdict: 'FINAL' | 'GONE' }>;

/** Serves no intent: follows the accepted history. */
export const decideAgain = async (
  deps: WatchDeps,
  { depositId, movement }: Pick<FinalDeposit, 'depositId' | 'movement'>,
  judgement: Decided,
): Promise<void> => {
  const { network, memos, blockHash } = movement;
  const again = judgement.verdict === 'FINAL' ? finalMovement(deps, judgement.movement) : null;
  if (again?.blockHash === blockHash) return;
  await record(deps, movement, (now) => ({
    ...{ type: 'RevertDeposit', depositId, reason: REVERTED, now },
    final: { network, memos },
  }));
  if (again !== null) await finalise(deps, again);
};

export interface LostDeposit {
  readonly depositId: DepositId;
  readonly line: string;
}

export const lose = async (deps: WatchDeps, lost: readonly LostDeposit[]): Promise<WatcherState> => {
  const { network } = deps.reader;
  const depositIds = lost.map(({ depositId }) => depositId);
  const now = deps.clock.iso();
  const about = depositIds[0] ?? '';
  const written = await tellWatcher(deps, { type: 'LoseDeposits', network, depositIds, now }, about);
  raiseAlarms(deps, written, { deposits: lost.map(({ line }) => line).join(', ') });
  return written.state;
};
