import type { DebitVerdict, FinalDebits } from '../../../../commands/watching/debits/final-debits';
import { ABSENT_MS } from '../../../../commands/watching/debits/rejudge-debits';
import { giveUpDeposit } from '../../../../commands/watching/operator/give-up-deposit';
import { ACCEPTED, by, verdict } from '../accepted-history';
import { ABSENT, asked, CHANGED, DELIVERED, PAID, THERE, UNANSWERED } from './asked-again';

const REAFFIRMED = [...ACCEPTED, 'FinalityReaffirmed'];

describe('a debit or a delivery after the acceptance of another history', () => {
  test('is checked once from the accepted height, and stays when it exists', async () => {
    const { look, questions, doubts, fromHeights, watcher } = await asked({ [PAID]: [THERE], [DELIVERED]: [THERE] });
    await look();
    await look();
    expect([questions, doubts, [...fromHeights]]).toEqual([[DELIVERED, PAID], [], [1n]]);
    expect(await watcher()).toEqual(REAFFIRMED);
  });

  test('is reported as missing or changed before the network continues', async () => {
    const { look, debits, doubts, watcher } = await asked({ [PAID]: [CHANGED], [DELIVERED]: [THERE] });
    const seen: (readonly string[])[] = [];
    const doubt: FinalDebits['doubt'] = async (...told) => {
      seen.push(await watcher());
      await debits.doubt(...told);
    };
    await look({ debits: { ...debits, doubt } });
    expect(doubts).toEqual([
      [PAID, expect.stringMatching(/accepted at .*: no debit came of it any more \(DROPPED\)$/)],
    ]);
    expect(seen).toEqual([ACCEPTED]);
    expect(await watcher()).toEqual(REAFFIRMED);
  });

  test.each<[string, DebitVerdict | Error]>([
    ['is not answered for', UNANSWERED],
    ['breaks its adapter', new Error('bug')],
    ['is not to be seen yet', ABSENT],
  ])('keeps the network in question while it %s, and is asked for again', async (_name, answer) => {
    const { look, lookAfter, questions, doubts, watcher } = await asked({ [PAID]: [answer, THERE] });
    const { questions: told } = await look();
    expect(told.undecided).toEqual([{ depositId: PAID, reason: expect.any(String) }]);
    expect([await watcher(), questions.length]).toEqual([ACCEPTED, 1]);
    await look();
    expect(questions).toHaveLength(1);
    await lookAfter(1_000);
    expect([await watcher(), questions.length, doubts]).toEqual([REAFFIRMED, 2, []]);
  });

  test('is missing after five minutes without a trace, despite unanswered questions', async () => {
    const { look, lookAfter, doubts, watcher } = await asked({ [PAID]: [UNANSWERED, ABSENT] });
    await look();
    await lookAfter(60_000);
    await lookAfter(ABSENT_MS - 1);
    expect(doubts).toEqual([]);
    await lookAfter(60_000);
    expect(doubts).toEqual([[PAID, expect.stringContaining('nothing of 0xe1 is known any more')]]);
    expect(await watcher()).toEqual(REAFFIRMED);
  });

  test('is not missing when it is found in between', async () => {
    const { look, lookAfter, doubts } = await asked({ [PAID]: [ABSENT, UNANSWERED, ABSENT, THERE] });
    await look();
    await lookAfter(ABSENT_MS);
    await lookAfter(60_000);
    await lookAfter(60_000);
    expect(doubts).toEqual([]);
  });

  test('is listed in parts of limited size, once each', async () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`withdrawal-${index}`, [THERE]]));
    const { look, debits, deps, questions, watcher } = await asked(many);
    const slow: FinalDebits = {
      ...debits,
      ask: async (stream) => {
        deps.clock.advance(500);
        return debits.ask(stream);
      },
    };
    await look({ debits: slow });
    expect([questions.length, await watcher()]).toEqual([24, ACCEPTED]);
    for (let looks = 0; looks < 4; looks += 1) await look({ debits: slow });
    expect([questions.length, new Set(questions).size]).toEqual([100, 100]);
    expect(await watcher()).toEqual(REAFFIRMED);
  });

  test('is not listed further while a thousand questions are unanswered', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_100 }, (_, index) => [`withdrawal-${index}`, [UNANSWERED]]));
    const { look, questions } = await asked(many);
    await look();
    expect(questions).toHaveLength(1_008);
  });

  test('is checked although a deposit cannot be checked, whose own check runs once', async () => {
    const { chain, look, lookAfter, questions, watcher } = await asked({ [PAID]: [UNANSWERED, UNANSWERED, THERE] });
    const judge = jest.fn(verdict({ verdict: 'PENDING' }));
    await look({ reader: { ...chain.reader, judge } });
    expect([questions.length, judge.mock.calls.length]).toEqual([1, 1]);
    await lookAfter(1_000);
    const unasked = jest.fn(verdict({ verdict: 'PENDING' }));
    await look({ reader: { ...chain.reader, judge: unasked } });
    expect([await watcher(), unasked.mock.calls.length]).toEqual([ACCEPTED, 0]);
    await lookAfter(60_000);
    expect(await watcher()).toEqual(REAFFIRMED);
  });
});

describe('a debit without an answer', () => {
  test('raises one alarm after ten minutes', async () => {
    const { deps, look, lookAfter } = await asked({ [PAID]: [UNANSWERED] });
    await look();
    const before = deps.alerts.length;
    await lookAfter(600_000);
    await lookAfter(600_000);
    expect(deps.alerts.slice(before)).toEqual([
      {
        what: 'Debits or deliveries of the accepted history cannot be checked: payouts of the network wait',
        facts: expect.objectContaining({ network: 'ethereum', count: '1', deposits: `${PAID} (TIMEOUT: no answer)` }),
      },
    ]);
  });

  test('is treated as missing when an operator gives it up, and the network continues', async () => {
    const { deps, look, lookAfter, questions, doubts, watcher } = await asked({ [PAID]: [UNANSWERED] });
    const { questions: asking } = await look();
    const readStanding = async () => ({ network: 'ethereum', mode: null, lookedAt: null, questions: asking });
    const given = { network: 'ethereum', depositId: PAID, reason: 'nobody has it' };
    await giveUpDeposit({ ...deps, readStanding })(given, by('give-up'));
    await look();
    expect(doubts).toEqual([[PAID, expect.stringContaining('an operator went on without it')]]);
    expect(await watcher()).toEqual([...ACCEPTED, 'DepositGivenUp', 'FinalityReaffirmed', 'GivenUpJudged']);
    const { questions: after, troubles } = await lookAfter(60_000);
    expect([after, troubles, questions.length]).toEqual([{}, [], 1]);
  });
});
