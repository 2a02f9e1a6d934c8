import type { StreamName } from '../../../../aggregates/stream';
import type { DebitVerdict, FinalDebits } from '../../../../commands/watching/debits/final-debits';
import { accepted, nowhere } from '../accepted-history';

export const THERE: DebitVerdict = { verdict: 'THERE' };
export const CHANGED: DebitVerdict = { verdict: 'CHANGED', detail: 'no debit came of it any more (DROPPED)' };
export const ABSENT: DebitVerdict = { verdict: 'ABSENT', detail: 'nothing of 0xe1 is known any more' };
export const UNANSWERED: DebitVerdict = { verdict: 'UNDECIDED', reason: 'TIMEOUT: no answer' };
export const PAID = 'withdrawal-wd1';
export const DELIVERED = 'cashin-cash1';

export type Answers = Readonly<Record<string, readonly (DebitVerdict | Error)[]>>;

/** Another history is accepted; what is said of each stream, where the last answer holds for every later question. */
export const asked = async (answers: Answers) => {
  const world = await accepted(nowhere, 'FINALISED');
  const streams = Object.keys(answers).sort() as readonly StreamName[];
  const questions: StreamName[] = [];
  const doubts: (readonly [StreamName, string])[] = [];
  const fromHeights = new Set<bigint>();
  const debits: FinalDebits = {
    untilApplied: async () => true,
    list: async ({ fromHeight, afterStream, limit }) => {
      fromHeights.add(fromHeight);
      return streams.filter((stream) => stream > afterStream).slice(0, limit);
    },
    ask: async (stream) => {
      const said = answers[stream]!;
      const before = questions.filter((one) => one === stream).length;
      questions.push(stream);
      const answer = said[Math.min(before, said.length - 1)]!;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    doubt: async (stream, { detail }) => void doubts.push([stream, detail]),
  };
  const look = (other: object = {}) => world.look({ debits, ...other });
  const lookAfter = (ms: number) => {
    world.deps.clock.advance(ms);
    return look();
  };
  return { ...world, debits, look, lookAfter, questions, doubts, fromHeights };
};
