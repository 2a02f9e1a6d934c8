import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { assertSame } from '../assertions';
import type { Cases } from '../cases';
import type { Scene } from './scene';

const AMOUNT = 25_000_000n;

/** The form of a transaction id, and of no transaction. */
const otherThan = (txid: string): string => `${txid.slice(0, -2)}${txid.endsWith('22') ? '33' : '22'}`;

const finalOf = async ({ reader }: Scene, txid: string) => {
  const [found] = await reader.find([txid]);
  assert.ok(found?.outcome === 'FINAL', `it is found as ${inspect(found)}`);
  return found;
};

export const FINDING: Cases<Scene> = {
  'finds a payment as the scan tells it, with its transfer': async (scene) => {
    const from = await scene.next();
    const txid = await scene.pay({ memo: scene.memo(), amount: AMOUNT });
    await scene.pass(1);
    const [told] = await scene.movementsFrom(from);
    const { movements, transfers } = await finalOf(scene, txid);
    assertSame(
      movements.map(({ movement }) => movement),
      [told],
    );
    const transfer = transfers.find(({ to }) => to === scene.receiver);
    const { sender, assetId } = told!;
    assertSame([transfer?.from, transfer?.assetId, transfer?.baseUnits], [sender, assetId, AMOUNT]);
  },

  'finds a payment to somebody else without a movement, with its transfer': async (scene) => {
    const txid = await scene.pay({ memo: null, amount: AMOUNT, to: scene.stranger });
    await scene.pass(1);
    const { movements, transfers } = await finalOf(scene, txid);
    assertSame(movements, []);
    const amounts = transfers.filter(({ to }) => to === scene.stranger).map(({ baseUnits }) => baseUnits);
    assertSame(amounts, [AMOUNT]);
  },

  'answers in order, and UNKNOWN for other ids and other text': async (scene) => {
    const txid = await scene.pay({ memo: scene.memo(), amount: AMOUNT });
    await scene.pass(1);
    const found = await scene.reader.find([otherThan(txid), txid, 'no id']);
    assertSame(
      found.map(({ outcome }) => outcome),
      ['UNKNOWN', 'FINAL', 'UNKNOWN'],
    );
  },
};
