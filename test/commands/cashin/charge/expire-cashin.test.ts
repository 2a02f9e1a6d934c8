import { expireCashin } from '../../../../commands/cashin/charge/expire-cashin';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { charge, paidPix } from '../../../doubles/scripted-charges';
import { failed } from '../../../doubles/scripted-provider';
import { cashing, type Script, step } from '../cashing';

const expiring = async (script: Script, seconds = 301) => {
  const world = await cashing(script);
  world.at(seconds);
  return { ...world, expire: () => expireCashin(world.deps)({ ...step, sinceMs: Date.parse(time(300)) }) };
};
const GRACE = 900;

test('ends EXPIRED only after a cancel and an unpaid answer after it', async () => {
  const { expire, told, charges } = await expiring({ cancel: [charge('CANCELLED')], get: [charge('CANCELLED')] });
  expect(await expire()).toBe('done');
  expect(charges.calls).toEqual(['cancel', 'get']);
  const at = time(301);
  expect(await told()).toEqual([event('CashinExpired', { cancelledAt: at, askedAt: at, expiredAt: at })]);
});

test('accepts a PIX that arrived with the cancel, from the next answer about the charge', async () => {
  const met = charge('CANCELLED', { payments: [paidPix({ paidAt: time(300) })] });
  const { expire, since } = await expiring({ cancel: [charge('CANCELLED')], get: [met] });
  expect(await expire()).toBe('done');
  expect(await since()).toEqual(['PixReceived', 'PixAccepted']);
});

test.each([
  ['the cancel is not answered', { cancel: [failed('UNAVAILABLE')] }],
  ['the cancel may have been made', { cancel: [failed('UNKNOWN', 'TIMEOUT')] }],
  ['the cancel is refused', { cancel: [failed('REJECTED')] }],
  ['the cancel throws', { cancel: [new Error('bug')] }],
  ['the charge stays payable', { cancel: [charge('ACTIVE')] }],
  ['the cancel is about another charge', { cancel: [charge('CANCELLED', { idempotencyKey: 'cash2' })] }],
  ['the question after it is not answered', { cancel: [charge('CANCELLED')], get: [failed('UNAVAILABLE')] }],
  ['the question after it finds it payable', { cancel: [charge('CANCELLED')], get: [charge('ACTIVE')] }],
  ['nobody knows the charge yet', { cancel: [failed('NOT_FOUND')], get: [failed('NOT_FOUND')] }],
])('stays ACTIVE while %s', async (_name, script) => {
  const { expire, since } = await expiring(script);
  expect(await expire()).toEqual({ askAgainAtMs: Date.parse(time(315)) });
  expect(await since()).toEqual([]);
});

test.each([
  [315, 330],
  [330, 360],
  [360, 420],
  [420, 600],
  [900, 1_200],
  [3_901, 4_201],
])('asks again after %i s at %i s, less and less often, when the provider cannot be asked', async (now, next) => {
  const { expire } = await expiring({ cancel: [failed('UNAVAILABLE')] }, now);
  expect(await expire()).toEqual({ askAgainAtMs: Date.parse(time(next)) });
});

test('asks again about an unknown charge at the end of the grace', async () => {
  const { expire } = await expiring({ cancel: [failed('NOT_FOUND')], get: [failed('NOT_FOUND')] }, 899);
  expect(await expire()).toEqual({ askAgainAtMs: Date.parse(time(900)) });
});

const MISSING = { cancel: [failed('NOT_FOUND')], get: [failed('NOT_FOUND')] } as const;
const LIVE = { mode: 'live', created: { mode: 'live' } } as const;

test.each([
  ['that was never made', { ...LIVE, isCharged: false }],
  ['of the sandbox, which may have been reset', {}],
] as const)('expires an intent with an unknown charge %s after the grace', async (_what, more) => {
  const { expire, since } = await expiring({ ...MISSING, ...more }, GRACE);
  expect(await expire()).toBe('done');
  expect(await since()).toEqual(['CashinExpired']);
});

test('keeps the intent ACTIVE until the alert when a live charge is not found', async () => {
  const { expire, since, alerts } = await expiring({ ...MISSING, ...LIVE }, 3_901);
  expect(await expire()).toMatchObject({ askAgainAtMs: expect.any(Number) });
  expect(await since()).toEqual([]);
  expect(alerts()).toHaveLength(1);
});

test('keeps the intent open when the charge appears after a cancel without a charge', async () => {
  const { expire, since } = await expiring({ cancel: [failed('NOT_FOUND')], get: [charge('ACTIVE')] }, GRACE);
  await expire();
  expect(await since()).toEqual([]);
});

test('alerts an operator after an hour on hold', async () => {
  const { expire, alerts, at } = await expiring({ cancel: [failed('UNAVAILABLE')] }, 3_900);
  await expire();
  expect(alerts()).toEqual([]);
  at(3_901);
  await expire();
  expect(alerts()).toHaveLength(1);
});
