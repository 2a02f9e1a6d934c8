import { isHeld } from '../../../../commands/watching/judging/is-held';
import { giveUpDeposit } from '../../../../commands/watching/operator/give-up-deposit';
import { eventsOf } from '../../../core';
import { ACCEPTED, accepted, by, nowhere, verdict } from '../accepted-history';
import { AWAY, withoutDeposits } from '../log-away';
import { FINAL } from '../watching';

const HOUR_MS = 3_600_000;
const depositId = 'ethereum:0xd1:0';
const pruned = verdict({ verdict: 'UNREADABLE', reason: 'pruned' });
const pending = verdict({ verdict: 'PENDING' });

type Accepted = Awaited<ReturnType<typeof accepted>>;

/** 0xd1 cannot be judged, and is given up. */
const givenUp = async (...[write, beforehand]: Parameters<typeof accepted>) => {
  const world = await notLookedAt(write, beforehand);
  await world.lookWithout();
  return world;
};

const notLookedAt = async (...[write, beforehand]: Parameters<typeof accepted>) => {
  const world = await accepted(write, beforehand);
  const { chain, cursors, deps, lookAt } = world;
  const without =
    (judge: Accepted['chain']['reader']['judge']): Accepted['chain']['reader']['judge'] =>
    async (movements) => {
      const [theirs, told] = [await chain.reader.judge(movements), await judge(movements)];
      const judgements = movements.map(({ txid }, index) =>
        txid === '0xd1' ? told.judgements[index]! : theirs.judgements[index]!,
      );
      return { ...theirs, judgements };
    };
  await lookAt({ judge: without(pruned) });
  const { lookedAt = null, questions = {} } = cursors.at(-1) ?? {};
  const readStanding = async (network: string) => ({ network, mode: 'sandbox', lookedAt, questions }) as const;
  const asked = { network: 'ethereum', depositId, reason: 'no node has its state' };
  await giveUpDeposit({ ...deps, readStanding })(asked, by('give up'));
  const rescan: typeof chain.reader.rescan = async (from, to) => ({
    ...(await chain.reader.rescan(from, to)),
    movements: [],
  });
  const lookWithout = (judge = pruned, other = {}) => lookAt({ judge: without(judge), rescan }, other);
  return { ...world, lookWithout, rescan };
};

const again = (chain: Accepted['chain']): void => {
  chain.pass(2);
  chain.mine({ txid: '0xd1' }, { txid: '0xd2' });
  chain.pass(3);
};

describe('a deposit that an operator gave up', () => {
  test('is reverted without a payment when it paid no intent', async () => {
    const { deps, lookWithout, streamOf, watcher } = await givenUp(nowhere, 'FINALISED');
    deps.clock.advance(HOUR_MS);
    expect((await lookWithout(pending)).troubles).toEqual([]);
    expect(await streamOf('0xd1')).toEqual([...FINAL, 'DepositReverted']);
    const last = (await eventsOf(deps.eventStore, 'deposit-ethereum:0xd1:0')).at(-1);
    expect(last?.data).toMatchObject({ reason: 'GIVEN_UP', memos: ['lastro:cid1'] });
    expect(await watcher()).toEqual([...ACCEPTED, 'DepositGivenUp', 'FinalityReaffirmed']);
    expect([await isHeld(deps, depositId), await isHeld(deps, 'ethereum:0xd2:0')]).toEqual([true, false]);
  });

  test('is checked at the next scan after the log was unreachable', async () => {
    const { deps, lookWithout, streamOf } = await notLookedAt(nowhere, 'FINALISED');
    const eventStore = withoutDeposits(deps.eventStore);
    await expect(lookWithout(pending, { eventStore })).rejects.toMatchObject(AWAY);
    expect(await streamOf('0xd1')).toEqual(FINAL);
    expect((await lookWithout(pending)).troubles).toEqual([]);
    expect(await streamOf('0xd1')).toEqual([...FINAL, 'DepositReverted']);
  });

  test('is final again, unassigned and with the facts of its block, when it is found', async () => {
    const { deps, lookAt, lookWithout, streamOf, watcher, rescan } = await givenUp(again, 'FINALISED');
    expect((await streamOf('0xd1')).at(-1)).toBe('DepositReverted');
    deps.clock.advance(HOUR_MS);
    await lookAt({ rescan });
    const last = (await eventsOf(deps.eventStore, 'deposit-ethereum:0xd1:0')).at(-1);
    expect(last).toMatchObject({ type: 'DepositFinalised', data: { blockNumber: '3', blockHash: '0xb3f1' } });
    expect((await watcher()).at(-1)).toBe('GivenUpJudged');
    expect(await isHeld(deps, depositId)).toBe(false);
    await lookWithout();
    expect((await streamOf('0xd1')).at(-1)).toBe('DepositFinalised');
  });

  test('is final again immediately when the next scan can check it', async () => {
    const { lookAt, rescan, streamOf, watcher } = await notLookedAt(again, 'FINALISED');
    await lookAt({ rescan });
    expect(await streamOf('0xd1')).toEqual([...FINAL, 'DepositReverted', 'DepositFinalised']);
    expect((await watcher()).slice(-2)).toEqual(['FinalityReaffirmed', 'GivenUpJudged']);
  });

  test('is reported as missing when it is missing', async () => {
    const { deps, cursors, look, streamOf, watcher } = await givenUp(nowhere, 'FINALISED');
    deps.clock.advance(HOUR_MS);
    await look();
    expect(await streamOf('0xd1')).toEqual([...FINAL, 'DepositReverted']);
    const [last] = (await eventsOf(deps.eventStore, 'watcher-ethereum')).slice(-1);
    expect(last).toMatchObject({ type: 'GivenUpJudged', data: { depositId, verdict: 'GONE' } });
    expect((await watcher()).filter((type) => type === 'GivenUpJudged')).toHaveLength(1);
    expect(cursors.at(-1)?.questions).toEqual({});
  });

  test('stays on hold until its check when it pays an intent', async () => {
    const { deps, look, streamOf, watcher } = await givenUp(again, 'MATCHED');
    const before = await streamOf('0xd1');
    expect([before.at(-1), await isHeld(deps, depositId)]).toEqual(['DepositMatched', true]);
    deps.clock.advance(HOUR_MS);
    await look();
    expect([await streamOf('0xd1'), await isHeld(deps, depositId)]).toEqual([before, false]);
    expect((await watcher()).at(-1)).toBe('GivenUpJudged');
  });

  test('is lost, with an alert, when it paid an intent and is missing', async () => {
    const { deps, look, watcher } = await givenUp(nowhere, 'MATCHED');
    deps.clock.advance(HOUR_MS);
    await look();
    expect([(await watcher()).at(-1), await isHeld(deps, depositId)]).toEqual(['DepositsLost', true]);
    expect(deps.alerts.at(-1)?.facts).toMatchObject({
      network: 'ethereum',
      deposits: 'ethereum:0xd1:0 MATCHED for cid1',
    });
  });
});
