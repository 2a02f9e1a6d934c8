import assert from 'node:assert/strict';
import type { SeenMovement } from '../../../../../aggregates/chain';
import { assertContains, assertRejects, assertSame } from '../assertions';
import { type Cases, needing } from '../cases';
import type { ChainFaults, Scene } from './scene';

const MINUTE_MS = 60_000;

/** The fault may fail a look, and no more: the payment is reported after the fault has ended. */
const survives = (fault: keyof ChainFaults<never>) =>
  needing([fault], async (scene: Scene) => {
    const from = await scene.next();
    const txid = await scene.pay({ memo: scene.memo(), amount: 25_000_000n });
    await scene.pass(1);
    await scene.arm(fault);
    const seen = await scene.movementsFrom(from).catch((): readonly SeenMovement[] => []);
    await scene.mend();
    scene.clock.advance(MINUTE_MS);
    const told = new Map(
      [...seen, ...(await scene.movementsFrom(from))].map((one) => [`${one.txid}:${one.position}`, one]),
    );
    assertSame(
      [...told.values()].map((one) => [one.txid, one.amountBaseUnits]),
      [[txid, '25000000']],
    );
  });

export const TROUBLE: Cases<Scene> = {
  'tells a payment after dropped connections': survives('dropConnections'),
  'tells a payment after answers that are none': survives('garbage'),
  'tells a payment after half an answer': survives('half'),
  'tells a payment after HTTP 429': survives('tooManyRequests'),
  'tells a payment after refused ranges': survives('refuseRanges'),
  'tells a payment once where the endpoint lists it twice': survives('repeat'),

  'tells a payment in a rescan that an empty list left out': needing(['empty'], async (scene) => {
    const from = await scene.next();
    const txid = await scene.pay({ memo: scene.memo(), amount: 25_000_000n });
    await scene.pass(1);
    await scene.arm('empty');
    const seen = await scene.movementsFrom(from).catch((): readonly SeenMovement[] => []);
    assertSame(seen, []);
    await scene.mend();
    const { newest } = await scene.heads();
    const { movements } = await scene.reader.rescan(from, newest.height);
    assertSame(
      movements.map(({ movement }) => movement.txid),
      [txid],
    );
  }),

  'reports pruned history as a gap after a minute, and never as scanned': needing(['prune'], async (scene) => {
    const from = await scene.next();
    await scene.pay({ memo: scene.memo(), amount: 25_000_000n });
    await scene.pass(3);
    await scene.arm('prune');
    const { newest } = await scene.heads();
    const scan = () => scene.reader.scan({ from, to: newest.height, resume: null });
    await assertRejects(
      scan().then(() => undefined),
      'does not have block',
    );
    scene.clock.advance(MINUTE_MS);
    assertContains(await scan(), { outcome: 'GAP' });
  }),

  'refuses a head below a height that was final': needing(['goBack'], async (scene) => {
    await scene.pass(3);
    const { newest } = await scene.heads();
    await scene.arm('goBack');
    await assertRejects(scene.heads([{ height: newest.height, hash: newest.hash }]), 'is behind');
  }),

  'refuses another chain': needing(['otherChain'], async (scene) => {
    await scene.heads();
    await scene.arm('otherChain');
    scene.clock.advance(MINUTE_MS);
    await scene.pass(1);
    const failure: unknown = await scene.heads().catch((error: unknown) => error);
    assert.ok(failure instanceof Error, 'no heads of another chain');
  }),
};
