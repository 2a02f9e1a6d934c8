import assert from 'node:assert/strict';
import { assertContains, assertSame } from '../assertions';
import type { Cases } from '../cases';
import type { Scene } from './scene';

export const READINGS: Cases<Scene> = {
  'tells heads that only grow, of one identity': async ({ heads, pass }) => {
    const before = await heads();
    await pass(3);
    const after = await heads();
    assert.ok(after.newest.height > before.newest.height, 'the newest height grows');
    assert.ok(after.final.height <= after.newest.height, 'the final height is not above the newest');
    assert.ok(Date.parse(after.newest.time) >= Date.parse(before.newest.time), 'time does not go back');
    assertSame(after.identity, before.identity);
    assertSame(
      after.receivers.filter(({ refusal }) => refusal !== null),
      [],
    );
  },

  'has the hash of its newest head at that height': async ({ reader, heads }) => {
    const { newest } = await heads();
    assertSame(await reader.hashAt(newest.height), newest.hash);
  },

  'tells a payment once, with its memo, amount and time': async (scene) => {
    const { reader, receiver, toldMemo = (text: string) => text } = scene;
    const from = await scene.next();
    const memo = scene.memo();
    const txid = await scene.pay({ memo, amount: 25_000_000n });
    await scene.pass(1);
    const movements = await scene.movementsFrom(from);
    assert.equal(movements.length, 1);
    const [told] = movements;
    assertContains(told, {
      ...{ network: reader.network, txid, receiver, contract: null, amountBaseUnits: '25000000' },
      ...{ memos: [toldMemo(memo)], movements: 1, unsupported: null },
    });
    assert.ok(!Number.isNaN(Date.parse(told?.blockTime ?? '')), 'a block time');
    assert.notEqual(told?.sender, receiver);
  },

  'tells a payment without a memo as one without ours': async (scene) => {
    const from = await scene.next();
    await scene.pay({ memo: null, amount: 25_000_000n });
    await scene.pay({ memo: 'somebody-else:1', amount: 25_000_000n });
    const movements = await scene.movementsFrom(from);
    assertSame(
      movements.map(({ memos }) => memos.filter((memo) => memo.startsWith(scene.memoOpening))),
      [[], []],
    );
  },

  'tells the same in pieces, at once, again and in a rescan by a reader that has not scanned': async (scene) => {
    const from = await scene.next();
    for (const amount of [21_000_000n, 22_000_000n, 23_000_000n]) {
      await scene.pay({ memo: scene.memo(), amount });
      await scene.pass(1);
    }
    const once = await scene.movementsFrom(from);
    assertSame(
      once.map(({ amountBaseUnits }) => amountBaseUnits),
      ['21000000', '22000000', '23000000'],
    );
    assertSame(await scene.movementsFrom(from), once);
    const [, second] = once;
    const middle = BigInt(second?.blockNumber ?? '0');
    const lower = await scene.reader.scan({ from, to: middle - 1n, resume: null });
    assert.ok(lower.outcome === 'SCANNED' && lower.upTo.height === middle - 1n, 'the lower half is scanned');
    assertSame([...lower.movements.map(({ movement }) => movement), ...(await scene.movementsFrom(middle))], once);
  },

  'judges a payment that it told as final': async (scene) => {
    const from = await scene.next();
    await scene.pay({ memo: scene.memo(), amount: 25_000_000n });
    await scene.pass(1);
    const [told] = await scene.movementsFrom(from);
    assert.ok(told !== undefined, 'a payment');
    const { judgements } = await scene.reader.judge([told]);
    assertContains(judgements, [{ verdict: 'FINAL', movement: { txid: told.txid, position: told.position } }]);
  },

  'reads a transaction that was unread': async (scene) => {
    const from = await scene.next();
    await scene.pay({ memo: scene.memo(), amount: 25_000_000n });
    await scene.pass(1);
    const [told] = await scene.movementsFrom(from);
    assert.ok(told !== undefined, 'a payment');
    const { txid, blockNumber, blockHash } = told;
    const row = { txid, blockHash, height: BigInt(blockNumber), memos: null, reason: 'it was unread' };
    assertContains(await scene.reader.read([row]), [{ outcome: 'READ', movements: [{ movement: told }] }]);
  },
};
