import type { StreamName } from '../../../aggregates/stream';
import { isClosedStream } from '../../../aggregates/stream-fault';
import type { UndecidedDeposit } from '../../ports/chains/network-standing';
import { inParallel } from '../in-parallel';
import { messageOf, type WatchDeps } from '../watch-deps';
import type { Accepted } from './accepted';
import type { DebitPass, DebitVerdict, OpenDebit } from './final-debits';

const ASKED_AT_ONCE = 8;
const DEBITS_PER_PAGE = 3 * ASKED_AT_ONCE;
/** A question may use its whole time limit, and the scan has to wait for it. */
const LONGEST_MS = 10_000;
/** The list stops here until some of these are decided. */
const MOST_OPEN = 1_000;

/** The sender repeats a transaction that every node has lost; the transaction may need this long to reappear. */
export const ABSENT_MS = 300_000;

export interface RejudgedDebits {
  readonly isDecided: boolean;
  readonly undecided: readonly UndecidedDeposit[];
}

/** A part in each scan. A missing or changed movement is reported, and held if it is not paid yet. */
export const rejudgeDebits = async (
  deps: WatchDeps,
  accepted: Accepted,
  givenUp: readonly string[],
): Promise<RejudgedDebits> => {
  const pass = passOf(deps, accepted);
  const work: Work = { deps, accepted, pass, givenUp: new Set(givenUp), untilMs: deps.clock.now() + LONGEST_MS };
  await settleGivenUp(work);
  await askOpen(work);
  // Questions that time out use the time of every scan, so at least one page is listed.
  for (let pages = 0; canList(pass) && (pages === 0 || isInTime(work)); pages += 1) await askPage(work);
  const undecided = [...pass.open].map(([depositId, { reason }]) => ({ depositId, reason }));
  return { isDecided: pass.isListed && undecided.length === 0, undecided };
};

interface Work {
  readonly deps: WatchDeps;
  readonly accepted: Accepted;
  readonly pass: DebitPass;
  readonly givenUp: ReadonlySet<string>;
  readonly untilMs: number;
}

const passOf = ({ memory }: WatchDeps, { acceptedAt }: Accepted): DebitPass => {
  const known = memory.debitPass;
  if (known?.acceptedAt === acceptedAt) return known;
  const pass: DebitPass = { acceptedAt, afterStream: '', isListed: false, open: new Map() };
  memory.debitPass = pass;
  return pass;
};

const isInTime = ({ deps, untilMs }: Work): boolean => deps.clock.now() < untilMs;

const canList = ({ isListed, open }: DebitPass): boolean => !isListed && open.size < MOST_OPEN;

/** A given-up debit is decided without a question, so it waits for no provider. */
const settleGivenUp = async (work: Work): Promise<void> => {
  const { pass, givenUp } = work;
  const due = [...pass.open.keys()].filter((stream) => givenUp.has(stream));
  await inParallel(ASKED_AT_ONCE, due, (stream) => settle(work, stream));
};

const askOpen = async (work: Work): Promise<void> => {
  const { deps, pass, givenUp } = work;
  const nowMs = deps.clock.now();
  const isDue = (stream: StreamName): boolean => !givenUp.has(stream) && !deps.memory.debits.isResting(stream, nowMs);
  const due = [...pass.open.keys()].filter(isDue);
  await inParallel(ASKED_AT_ONCE, due, async (stream) => {
    if (isInTime(work)) await settle(work, stream);
  });
};

const askPage = async (work: Work): Promise<void> => {
  const { deps, pass, accepted } = work;
  const { fromHeight, untoldSince } = accepted;
  const wanted = { fromHeight, untoldSince, afterStream: pass.afterStream, limit: DEBITS_PER_PAGE };
  const page = await deps.debits.list(wanted);
  await inParallel(ASKED_AT_ONCE, page, (stream) => settle(work, stream));
  pass.afterStream = page.at(-1) ?? pass.afterStream;
  pass.isListed = page.length < DEBITS_PER_PAGE;
};

const GIVEN_UP = 'it could not be asked for, and an operator went on without it';

const settle = async (work: Work, stream: StreamName): Promise<void> => {
  const { deps, pass, givenUp } = work;
  try {
    const isGivenUp = givenUp.has(stream);
    const verdict: DebitVerdict = isGivenUp ? { verdict: 'CHANGED', detail: GIVEN_UP } : await deps.debits.ask(stream);
    await carryOut(work, stream, verdict);
  } catch (error) {
    if (deps.isHeldByStore(error)) throw error;
    // A closed stream takes no event; its closing is an operator's case already.
    if (isClosedStream(error)) decided(work, stream);
    else
      stayOpen(work, stream, { reason: messageOf(error), absentSinceMs: pass.open.get(stream)?.absentSinceMs ?? null });
  }
};

const carryOut = async (work: Work, stream: StreamName, verdict: DebitVerdict): Promise<void> => {
  switch (verdict.verdict) {
    case 'THERE':
      decided(work, stream);
      return;
    case 'CHANGED':
      await doubt(work, stream, verdict.detail);
      return;
    case 'UNDECIDED':
      stayOpen(work, stream, { reason: verdict.reason, absentSinceMs: null });
      return;
    case 'ABSENT': {
      const nowMs = work.deps.clock.now();
      const absentSinceMs = work.pass.open.get(stream)?.absentSinceMs ?? nowMs;
      if (nowMs - absentSinceMs >= ABSENT_MS) await doubt(work, stream, verdict.detail);
      else stayOpen(work, stream, { reason: verdict.detail, absentSinceMs });
    }
  }
};

const doubt = async (work: Work, stream: StreamName, why: string): Promise<void> => {
  const { acceptedAt, causeEventId } = work.accepted;
  const detail = `not as it was in the history that was accepted at ${acceptedAt}: ${why}`;
  await work.deps.debits.doubt(stream, { detail, causeEventId });
  decided(work, stream);
};

const decided = ({ deps, pass }: Work, stream: StreamName): void => {
  pass.open.delete(stream);
  deps.memory.debits.settled(stream);
};

const stayOpen = ({ deps, pass }: Work, stream: StreamName, open: OpenDebit): void => {
  // Moved to the end, so that debits without an answer in this scan are first in the next.
  pass.open.delete(stream);
  pass.open.set(stream, open);
  deps.memory.debits.failed(stream, deps.clock.now());
};
