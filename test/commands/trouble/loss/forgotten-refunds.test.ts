import { event } from '../../../../packages/testing/src/samples/sample-events';
import { charge, paidPix } from '../../../doubles/scripted-charges';
import { paidBack, refund1, refund2, refundSaid, releasing, staysHeld } from './releasing';

const OWED = [event('PixReceived'), event('ChargeRefundDue', { reason: 'LATE' }), event('CashinFailed')];
const DISPATCHED = [...OWED, event('ChargeRefundDispatched', { refundKey: refund1 })];
const REFUSED = [...DISPATCHED, event('ChargeRefundRejected', { refundKey: refund1, nextAttemptAt: null })];
const AGAIN = [...DISPATCHED, event('ChargeRefundRejected', { refundKey: refund1 })];
const DONE = [...DISPATCHED, event('ChargeRefundDone', { refundKey: refund1 })];

test('recovers a refund that the log does not know, in any state', async () => {
  for (const [state, refunded] of [
    ['PROCESSING', 0n],
    ['PROCESSING', 15_000n],
    ['DONE', 15_000n],
    ['FAILED', 0n],
  ] as const) {
    const refunds = { [refund1]: refundSaid(refund1, state) };
    const { release, told } = await releasing({ refunds, script: { get: [paidBack(refunded)] } }, ...OWED);
    expect(await release()).toMatchObject({ outcome: 'RECOVERED', found: [{ attempt: 1 }] });
    expect((await told()).map(({ type }) => type)).toEqual(['ChargeRefundDispatched', 'ChargeRefundUnknown']);
  }
});

test('recovers the last refund after failed ones', async () => {
  const refunds = { [refund1]: refundSaid(refund1, 'FAILED'), [refund2]: refundSaid(refund2, 'DONE') };
  for (const history of [OWED, AGAIN]) {
    const { release } = await releasing({ refunds, script: { get: [paidBack(15_000n)] } }, ...history);
    expect(await release()).toMatchObject({ found: [{ attempt: 2, key: refund2 }] });
  }
});

test.each([
  ['is open', DISPATCHED, refundSaid(refund1, 'PROCESSING'), 0n],
  ['was made', DONE, refundSaid(refund1, 'DONE'), 15_000n],
  ['failed', AGAIN, refundSaid(refund1, 'FAILED'), 0n],
  ['was refused, and given back by hand', REFUSED, refundSaid(refund1, 'FAILED'), 15_000n],
] as const)('releases the hold when the log knows the refund: it %s', async (_name, history, said, refunded) => {
  // Ended ones are held here by the history, and released all the same.
  const { release } = await releasing(
    { refunds: { [refund1]: said }, script: { get: [paidBack(refunded)] } },
    ...history,
  );
  expect(await release()).toEqual({ outcome: 'RELEASED' });
});

describe('a cash-in that stays held because of its provider', () => {
  test('made two refunds of one PIX', async () => {
    const refunds = { [refund1]: refundSaid(refund1, 'DONE'), [refund2]: refundSaid(refund2, 'DONE') };
    await staysHeld(
      await releasing({ refunds }, ...OWED),
      `sandbox reports DONE for refund ${refund1}, but the log has its failure`,
    );
  });

  test('made a refund that failed in the log', async () => {
    const said = { refunds: { [refund1]: refundSaid(refund1, 'DONE') }, script: { get: [paidBack(15_000n)] } };
    await staysHeld(await releasing(said, ...AGAIN), `sandbox reports DONE for refund ${refund1}`);
  });

  test('does not know a refund that was made', async () =>
    staysHeld(await releasing({}, ...DONE), `sandbox does not know refund ${refund1}, but the log has its success`));

  test('returned an amount that no refund explains', async () =>
    staysHeld(
      await releasing({ script: { get: [paidBack(1n)] } }, ...OWED),
      'sandbox reports 1 refunded cents for PIX E1',
    ));

  test('reports a refund as made that did not go back', async () => {
    const said = { refunds: { [refund1]: refundSaid(refund1, 'DONE') }, script: { get: [paidBack(0n)] } };
    await staysHeld(await releasing(said, ...OWED), 'sandbox reports 0 refunded cents for PIX E1');
  });

  test('reports a different amount of the PIX', async () => {
    const other = charge('PAID', { payments: [paidPix({ amount: 1n })] });
    await staysHeld(await releasing({ script: { get: [other] } }, ...OWED), 'sandbox reports PIX E1 differently');
  });

  test('knows the second refund while the first is open', async () => {
    const refunds = { [refund1]: refundSaid(refund1, 'FAILED'), [refund2]: refundSaid(refund2, 'DONE') };
    const world = await releasing({ refunds, script: { get: [paidBack(15_000n)] } }, ...DISPATCHED);
    await staysHeld(world, `refund ${refund2} was sent while another refund was open or complete`);
  });
});
