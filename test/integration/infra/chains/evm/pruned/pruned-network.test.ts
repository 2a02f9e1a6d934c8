import { matchDeposit } from '../../../../../../commands/deposit/match-deposit';
import { acceptGap } from '../../../../../../commands/watching/operator/accept-gap';
import { watching } from '../../../../../commands/watching/watching';
import { asking, happened, typesOf } from '../../../../../core';
import { event } from '../../../../../samples/sample-events';
import { RECEIVER } from '../../../../../stores/anvil';
import { BLOCK_MS, token } from '../made-chain';
import { MEMO, TOKEN_ASSET } from '../scenario';
import { scriptedLab } from '../scripted-lab';
import { prune, type Way } from './pruned';

const MINUTE_MS = 60_000;
const AMOUNT = 25_000_000n;
const by = asking('skip', { actor: { kind: 'operator', id: 'ana' }, reason: 'nobody has it' });

describe('A5: an EVM network that was not watched for longer than its nodes keep', () => {
  const { time, chainOf, node, reader } = scriptedLab();

  /** A watcher over two nodes that has seen a chain of 100 blocks. */
  const watched = async () => {
    const chain = chainOf(100);
    const nodes = [await node(chain), await node(chain)];
    const { clock } = time();
    const world = watching({ clock, reader: reader(nodes) });
    const deps = { ...world.deps, clock };
    /** So many blocks are mined, in their time; the newest one holds a payment where there is a memo. */
    const pass = (blocks: number, memo?: string): string => {
      chain.pass(blocks - 1);
      const payment = token(AMOUNT, memo ?? '');
      chain.mine(memo === undefined ? [] : [payment]);
      time().pass(blocks * BLOCK_MS);
      return payment.hash;
    };
    const watcher = () => typesOf(deps.eventStore, 'watcher-local');
    const lookOn = async (): Promise<void> => {
      while ((await world.look()).behind);
    };
    await lookOn();
    pass(1);
    await lookOn();
    return { ...world, deps, chain, nodes, pass, watcher, lookOn };
  };

  it.each<Way>([
    'null',
    '4444',
    'words',
  ])('comes to its gap, and behind it when an operator says so (%s)', async (way) => {
    const { deps, chain, nodes, pass, look, lookOn, hashes, watcher, cursors } = await watched();
    const createdAt = new Date(time().clock.now()).toISOString();
    pass(300);
    for (const own of nodes) prune(own, 350, way);
    const [before] = hashes();
    expect(before?.height).toBe(90n);

    await expect(look()).rejects.toThrow('does not have block 90 any more: it was final');
    time().pass(MINUTE_MS);
    expect((await look()).failure).toContain('does not have block 91 any more');
    time().pass(MINUTE_MS);
    expect((await look()).questions.gap).toContain('does not have block 91 any more');
    expect(await watcher()).toEqual(['GapSeen']);
    expect(deps.alerts.map(({ facts }) => facts)).toMatchObject([
      { network: 'local', height: '91', readableFrom: '350', reason: expect.stringContaining('block 91') as string },
    ]);
    expect(hashes()[0]).toEqual(before);

    await acceptGap(deps)({ network: 'local', toHeight: 349n, reason: 'nobody has it' }, by);
    await lookOn();
    expect(cursors.at(-1)).toMatchObject({ height: 400n, questions: {} });
    expect(hashes()[0]).toEqual({ height: 390n, hash: chain.blocks[390]!.hash });

    const txid = pass(3, MEMO);
    await lookOn();
    pass(12);
    await lookOn();
    await happened(
      deps.eventStore,
      event('CashoutIntentCreated', {
        ...{ network: 'local', assetId: TOKEN_ASSET, amountBaseUnits: AMOUNT.toString(), receiver: RECEIVER },
        ...{ memo: MEMO, createdAt, expiresAt: new Date(time().clock.now() + MINUTE_MS).toISOString() },
      }),
    );
    const depositId = `local:${txid}:0`;
    await matchDeposit(deps)({ verdict: 'MATCH', depositId, intentId: 'cid1', causeEventId: 'final1' });
    expect(await typesOf(deps.eventStore, `deposit-${depositId}`)).toEqual([
      ...['DepositObserved', 'DepositFinalised', 'DepositClaimed', 'DepositMatched'],
    ]);
  });

  it('A3: is halted when the history behind the gap changes', async () => {
    const { deps, chain, nodes, pass, look, lookOn, watcher } = await watched();
    pass(300);
    for (const own of nodes) prune(own, 350, 'null');
    await expect(look()).rejects.toThrow('any more');
    for (let minutes = 0; minutes < 2; minutes += 1) {
      time().pass(MINUTE_MS);
      await look();
    }
    await acceptGap(deps)({ network: 'local', toHeight: 349n, reason: 'nobody has it' }, by);
    await lookOn();
    const fork = chain.forkAt(380);
    fork.pass(40);
    for (const own of nodes) own.chain = fork;
    time().pass(MINUTE_MS);
    await look();
    time().pass(MINUTE_MS);
    await look();
    expect(await watcher()).toEqual(['GapSeen', 'GapAccepted', 'FinalityQuestioned', 'FinalityViolated']);
  });

  it('goes on by itself after an outage that left the newest blocks it had seen', async () => {
    const { nodes, pass, look, lookOn, hashes, watcher, cursors } = await watched();
    pass(40);
    for (const own of nodes) prune(own, 96, 'null');
    await expect(look()).rejects.toThrow('does not have block 90 any more');
    time().pass(MINUTE_MS);
    await lookOn();
    await lookOn();
    expect(cursors.at(-1)).toMatchObject({ height: 140n, questions: {} });
    expect(hashes()[0]?.height).toBe(130n);
    expect(await watcher()).toEqual([]);
  });

  it.each([
    ['its cursor', false],
    ['its cursor and its hashes', true],
  ])('comes to its gap as well where nothing is left of %s', async (_, areHashesLost) => {
    const { deps, nodes, pass, look, lose, restarted, store, hashes, watcher, cursors } = await watched();
    await happened(deps.eventStore, event('WatermarkReached', { network: 'local', blockNumber: '100' }));
    pass(300);
    for (const own of nodes) prune(own, 350, 'null');
    lose();
    const lost = { ...restarted(), store: areHashesLost ? { ...store, keptHashes: async () => [] } : store };
    for (let minutes = 0; minutes < 5; minutes += 1) {
      await look(lost).catch(() => undefined);
      time().pass(MINUTE_MS);
    }
    expect(await watcher()).toEqual(['WatermarkReached', 'GapSeen']);
    // The first block was scanned, which proves nothing of what was final.
    expect(cursors.at(-1)?.height).toBe(0n);
    if (!areHashesLost) expect(hashes()[0]?.height).toBe(90n);
    expect(deps.alerts[0]?.facts).toMatchObject({ height: '1', readableFrom: '350' });
    await acceptGap(deps)({ network: 'local', toHeight: 349n, reason: 'nobody has it' }, by);
    while ((await look(lost)).behind);
    expect(cursors.at(-1)).toMatchObject({ height: 400n, questions: {} });
  });
});
