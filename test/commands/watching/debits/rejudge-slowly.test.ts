import type { FinalDebits } from '../../../../commands/watching/debits/final-debits';
import { giveUpDeposit } from '../../../../commands/watching/operator/give-up-deposit';
import { by } from '../accepted-history';
import { type Answers, asked, PAID, THERE, UNANSWERED } from './asked-again';

const HOUR_MS = 3_600_000;

/** `many` that are never answered for, before one by name. */
const hanging = async (many: number, answers: Answers[string]) => {
  const names = Array.from({ length: many }, (_, index) => `cashin-${index}`);
  const world = await asked({ ...Object.fromEntries(names.map((name) => [name, [UNANSWERED]])), [PAID]: answers });
  const { debits, deps } = world;
  const ask: FinalDebits['ask'] = async (stream) => {
    deps.clock.advance(2_000);
    return debits.ask(stream);
  };
  /** Five questions take all the time of the look. */
  const slowLook = (): ReturnType<typeof world.look> => {
    deps.clock.advance(HOUR_MS);
    return world.look({ debits: { ...debits, ask } });
  };
  return { ...world, slowLook };
};

test('lists one page per scan even if unanswered questions use all its time', async () => {
  const { slowLook, questions } = await hanging(30, [THERE]);
  await slowLook();
  expect(questions).toHaveLength(24);
  await slowLook();
  expect(questions).toContain(PAID);
});

test('asks about all in turn, also after unanswered ones', async () => {
  const { look, slowLook, questions } = await hanging(20, [UNANSWERED, THERE]);
  await look();
  for (let looks = 0; looks < 5; looks += 1) await slowLook();
  expect(questions.filter((stream) => stream === PAID)).toHaveLength(2);
});

test('doubts a debit immediately after an operator gave it up, before unanswered ones', async () => {
  const { deps, look, slowLook, doubts } = await hanging(20, [UNANSWERED]);
  const { questions } = await look();
  const readStanding = async () => ({ network: 'ethereum', mode: null, lookedAt: null, questions });
  const given = { network: 'ethereum', depositId: PAID, reason: 'nobody has it' };
  await giveUpDeposit({ ...deps, readStanding })(given, by('give-up'));
  await slowLook();
  expect(doubts.map(([stream]) => stream)).toEqual([PAID]);
});
