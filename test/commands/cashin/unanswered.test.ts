import { requestDelivery } from '../../../commands/cashin/delivery/request-delivery';
import { dispatchRefund } from '../../../commands/cashin/refund/dispatch-refund';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { failed } from '../../doubles/scripted-provider';
import { cashing, step } from './cashing';
import { delivering, REQUESTED } from './delivering';

const UNSENT = 'A delivery or refund of a cash-in has waited for an hour: its provider does not answer';
/** The steps began then, in seconds of the samples' time. */
const BEGAN = 64;
const HOUR = 3_600;

const away = failed('UNAVAILABLE');

const refunding = async () => {
  const owed = [event('PixReceived'), event('ChargeRefundDue', { reason: 'LATE' }), event('CashinFailed')];
  const world = await cashing({ get: [away] }, ...owed);
  return { ...world, ask: () => dispatchRefund(world.deps)({ ...step, endToEndId: 'E1' }) };
};

const ofDelivery = async (...asked: Parameters<typeof delivering>) => {
  const world = await delivering(...asked);
  return { ...world, ask: world.send };
};

const unnamed = async () => {
  const world = await delivering({});
  return { ...world, ask: () => requestDelivery({ ...world.deps, intentOfPix: async () => null })(step) };
};

test.each([
  ['a refund of which nobody says what is left', refunding],
  ['a delivery whose preparation is not answered', () => ofDelivery({ prepare: [away] }, REQUESTED)],
  ['a delivery whose charge is not answered', () => ofDelivery({}, REQUESTED, { get: [away] })],
  ['a delivery whose destination is not answered', () => ofDelivery({ check: away }, REQUESTED)],
  ['a delivery whose PIX the read models do not name', unnamed],
] as const)('asks again about %s, with an alarm after an hour', async (_name, open) => {
  const { ask, at, alerts, since } = await open();
  at(BEGAN + HOUR);
  expect(await ask()).not.toBe('done');
  expect(alerts()).toEqual([]);
  at(BEGAN + HOUR + 1);
  expect(await ask()).not.toBe('done');
  expect(alerts()).toEqual([UNSENT]);
  expect(await since()).toEqual([]);
});
