import { eventsOf } from '../../../core';
import { ACCEPTED, accepted, nowhere, verdict } from '../accepted-history';
import { FINAL } from '../watching';

describe('an operator accepts another history', () => {
  test('moves the cursor back, deletes its hashes, and checks the deposits of the history', async () => {
    const world = await accepted((chain) => {
      chain.mine({ txid: '0xd3' });
      chain.pass(4);
    }, 'FINALISED');
    const { chain, cursors, hashes, look, streamOf, watcher } = world;
    await look();
    await look();
    expect(chain.scans.at(-1)).toEqual([1n, 5n]);
    expect(hashes().map(({ hash }) => hash)).toEqual(['0xb5f1', '0xb0f0']);
    expect(await streamOf('0xd3')).toEqual(FINAL);
    expect(await watcher()).toEqual([...ACCEPTED, 'FinalityReaffirmed']);
    expect(cursors.at(-1)).toMatchObject({ height: 5n, finalHeight: 5n, questions: {} });
  });

  test('reverts a final deposit that is missing and paid no intent', async () => {
    const { look, streamOf } = await accepted((chain) => chain.pass(5), 'FINALISED');
    await look();
    expect(await streamOf('0xd1')).toEqual([...FINAL, 'DepositReverted']);
    expect(await streamOf('0xd2')).toEqual([...FINAL, 'DepositReverted']);
  });

  test('finalises a deposit of another block again, with its facts', async () => {
    const { deps, look, streamOf } = await accepted((chain) => {
      chain.pass(2);
      chain.mine({ txid: '0xd1' });
      chain.pass(3);
    }, 'FINALISED');
    await look();
    expect(await streamOf('0xd1')).toEqual([...FINAL, 'DepositReverted', 'DepositFinalised']);
    const last = (await eventsOf(deps.eventStore, 'deposit-ethereum:0xd1:0')).at(-1);
    expect(last?.data).toMatchObject({ blockNumber: '3', blockHash: '0xb3f1' });
  });

  test('reports a missing matched deposit as lost, with an alert of the paid amount', async () => {
    const { deps, look, streamOf, watcher } = await accepted((chain) => chain.pass(5), 'MATCHED');
    await look();
    expect(await streamOf('0xd1')).toEqual([...FINAL, 'DepositClaimed', 'DepositMatched']);
    expect(await watcher()).toEqual([...ACCEPTED, 'DepositsLost', 'FinalityReaffirmed']);
    const told = deps.alerts.at(-1);
    expect(told?.what).toContain('accepted history lacks deposits');
    expect(told?.facts).toMatchObject({
      network: 'ethereum',
      deposits: 'ethereum:0xd1:0 MATCHED for cid1, paid 15000 cents',
    });
  });

  test('keeps a matched deposit that is found in any block', async () => {
    const { look, streamOf, watcher } = await accepted((chain) => {
      chain.pass(2);
      chain.mine({ txid: '0xd1' }, { txid: '0xd2' });
      chain.pass(3);
    }, 'MATCHED');
    await look();
    expect(await streamOf('0xd1')).toEqual([...FINAL, 'DepositClaimed', 'DepositMatched']);
    expect(await watcher()).toEqual([...ACCEPTED, 'FinalityReaffirmed']);
  });
});

describe('a network with an unchecked deposit', () => {
  test.each([
    ['cannot be read', verdict({ verdict: 'UNREADABLE', reason: 'pruned' })],
    ['is not final there yet', verdict({ verdict: 'PENDING' })],
    ['is answered for in part', async () => ({ judgements: [], shortfalls: [], unprovedBlocks: 0 })],
    ['is not answered for', () => Promise.reject(new Error('away'))],
  ])('stays in question when the deposit %s', async (_name, judge) => {
    const { look, lookAt, streamOf, watcher } = await accepted(nowhere, 'FINALISED');
    const { questions } = await lookAt({ judge });
    expect(questions.finality).toContain('checks the final history');
    expect([await watcher(), await streamOf('0xd1')]).toEqual([ACCEPTED, FINAL]);
    await look();
    expect(await watcher()).toEqual([...ACCEPTED, 'FinalityReaffirmed']);
  });

  test('moves the cursor back only once', async () => {
    const { chain, lookAt } = await accepted(nowhere, 'FINALISED');
    const judge = verdict({ verdict: 'PENDING' });
    await lookAt({ judge });
    chain.pass(1);
    await lookAt({ judge });
    expect(chain.scans.slice(-2)).toEqual([
      [1n, 5n],
      [6n, 6n],
    ]);
  });

  test('stays in doubt while the read models lag', async () => {
    const { look, watcher } = await accepted(nowhere, 'FINALISED');
    await look({ untilApplied: async () => false });
    expect(await watcher()).toEqual(ACCEPTED);
  });
});
