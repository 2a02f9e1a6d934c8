import { giveUpDeposit } from '../../../../commands/watching/operator/give-up-deposit';
import { ACCEPTED, accepted, by, nowhere, verdict } from '../accepted-history';

const reason = 'no node has its state';
const asked = { network: 'ethereum', depositId: 'ethereum:0xd1:0', reason };
const pruned = verdict({ verdict: 'UNREADABLE', reason: 'pruned' });

/** Two deposits without a judgement in the accepted history. */
const undecided = async () => {
  const world = await accepted(nowhere, 'FINALISED');
  const { deps, cursors } = world;
  const readStanding = async (network: string) => {
    const { lookedAt = null, questions = {} } = cursors.at(-1) ?? {};
    return { network, mode: 'sandbox', lookedAt, questions } as const;
  };
  const giveUp = (differences: object = {}) =>
    giveUpDeposit({ ...deps, readStanding })({ ...asked, ...differences }, by(JSON.stringify(differences)));
  return { ...world, giveUp };
};

describe('an unreadable deposit of the accepted history that an operator gives up', () => {
  test('waits for an operator, with the reason and one alarm after ten minutes', async () => {
    const { deps, cursors, lookAt } = await undecided();
    const before = deps.alerts.length;
    for (let minute = 0; minute < 20; minute += 1) {
      await lookAt({ judge: pruned });
      expect(deps.alerts.length - before).toBe(minute < 10 ? 0 : 1);
      deps.clock.advance(60_000);
    }
    expect(cursors.at(-1)?.questions.undecided).toEqual([
      { depositId: 'ethereum:0xd1:0', reason: 'pruned' },
      { depositId: 'ethereum:0xd2:0', reason: 'pruned' },
    ]);
    expect(deps.alerts.at(-1)?.facts).toMatchObject({
      ...{ network: 'ethereum', count: '2' },
      deposits: 'ethereum:0xd1:0 (pruned), ethereum:0xd2:0 (pruned)',
    });
  });

  test('lets the network continue once no deposit waits, and names the given-up one', async () => {
    const { cursors, lookAt, giveUp, watcher } = await undecided();
    await lookAt({ judge: pruned });
    await giveUp();
    await lookAt({ judge: pruned });
    expect(await watcher()).toEqual([...ACCEPTED, 'DepositGivenUp']);
    expect(cursors.at(-1)?.questions.undecided).toEqual([{ depositId: 'ethereum:0xd2:0', reason: 'pruned' }]);
    await giveUp({ depositId: 'ethereum:0xd2:0' });
    await lookAt({ judge: pruned });
    expect(await watcher()).toEqual([...ACCEPTED, 'DepositGivenUp', 'DepositGivenUp', 'FinalityReaffirmed']);
    expect(cursors.at(-1)?.questions).toEqual({ givenUp: ['ethereum:0xd1:0', 'ethereum:0xd2:0'] });
  });

  test('accepts a deposit that breaks a whole answer, and checks the others', async () => {
    const { chain, lookAt, giveUp, watcher, streamOf } = await undecided();
    const judge: typeof chain.reader.judge = async (movements) => {
      if (movements.some(({ txid }) => txid === '0xd1')) throw new Error('too large');
      return chain.reader.judge(movements);
    };
    const { questions } = await lookAt({ judge });
    expect(questions.undecided?.[0]).toEqual({ depositId: 'ethereum:0xd1:0', reason: 'too large' });
    await giveUp();
    await lookAt({ judge });
    expect((await watcher()).at(-1)).toBe('FinalityReaffirmed');
    expect((await streamOf('0xd2')).at(-1)).toBe('DepositReverted');
  });
});
