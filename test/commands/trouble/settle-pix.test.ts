import { watchCharge } from '../../../commands/cashin/charge/watch-charge';
import { settlePix } from '../../../commands/trouble/settle-pix';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { happened } from '../../core';
import { charge, paidPix } from '../../doubles/scripted-charges';
import { failed } from '../../doubles/scripted-provider';
import { cashing, type Script, step } from '../cashin/cashing';
import { credit, credits, DAY, HOUR, late, sweeping } from '../cashin/sweeping';
import { asked } from '../operator/asked';

const silent = charge('CANCELLED');
const word = { intentId: 'cash1', endToEndId: 'E1', transfer: 'D77-1' } as const;

/** A PIX that is listed, and what its charge says when it is asked. */
const listed = async (...get: NonNullable<Script['get']>) => {
  const world = await sweeping({ ...credits(credit()), get });
  world.at(DAY / 2);
  const settle = (said = {}) => settlePix(world.deps)({ ...word, ...said }, asked(world.deps));
  return { ...world, settle };
};

const refused = (message: string) => ({
  rejection: { code: 'WRONG_STATE', message: expect.stringContaining(message) as string },
});

test.each([
  ['its charge does not tell of', silent],
  ['its provider knows no charge of', failed('NOT_FOUND')],
])('settles a listed PIX that %s once, without further questions or alerts', async (_what, answer) => {
  const { run, at, alerts, since, settle, charges } = await listed(answer);
  expect([await settle(), await settle()]).toEqual([true, false]);
  expect(await since()).toEqual(['PixSettled']);
  const asks = () => charges.calls.filter((call) => call === 'get').length;
  const before = asks();
  at(DAY);
  await run();
  expect([alerts(), asks()]).toEqual([[], before]);
  await expect(settle({ transfer: 'D77-2' })).rejects.toMatchObject(refused('as settled by transfer D77-1'));
});

describe('the amount of a settled PIX', () => {
  const unlisted = async (said: object) => {
    const world = await cashing({ ...credits(), get: [silent] }, event('CashinExpired'));
    world.at(DAY / 2);
    const settling = settlePix(world.deps)({ ...word, ...said }, asked(world.deps));
    return { ...world, settling };
  };

  test('comes from its provider’s list, under the provider’s name', async () => {
    const { told, settle } = await listed(silent);
    await settle();
    expect((await told())[0]?.data).toMatchObject({ endToEndId: 'E1', amountCents: '15000', provider: 'sandbox' });
  });

  test('comes from the operator when no list has the PIX, and is then required', async () => {
    const { told, settling, deps } = await unlisted({ amountCents: '14999' });
    expect(await settling).toBe(true);
    expect((await told())[0]?.data).toMatchObject({ amountCents: '14999' });
    expect(await settlePix(deps)(word, asked(deps))).toBe(false);
    for (const said of [{}, { amountCents: '0' }, { amountCents: '1.5' }]) {
      const { settling: refusing } = await unlisted(said);
      await expect(refusing).rejects.toMatchObject({ rejection: { code: 'VALIDATION_ERROR' } });
    }
  });

  test('must equal the amount in the list', async () => {
    const { since, settle } = await listed(silent);
    await expect(settle({ amountCents: '14999' })).rejects.toMatchObject(refused('is listed with 15000 cents'));
    expect(await since()).toEqual([]);
    expect(await settle({ amountCents: '15000' })).toBe(true);
  });
});

test('settles no PIX in the hour after the intent, while its charge may report it', async () => {
  const { at, since, settle } = await listed(silent);
  at(300 + HOUR - 1);
  await expect(settle()).rejects.toMatchObject(refused('may still report this PIX'));
  expect(await since()).toEqual([]);
  at(300 + HOUR);
  expect(await settle()).toBe(true);
});

test('records a PIX as usual when its charge has reported it', async () => {
  const { since, settle } = await listed(late);
  await expect(settle()).rejects.toMatchObject(refused('has already reported this PIX'));
  expect(await since()).toEqual(['PixReceived', 'ChargeRefundDue']);
});

test.each([
  ['is away', failed('UNAVAILABLE')],
  ['ends in an error', new Error('socket hang up')],
  ['says what cannot be', charge('PAID', { idempotencyKey: 'another' })],
])('settles no PIX while its provider %s', async (_what, answer) => {
  const { since, settle } = await listed(answer);
  await expect(settle()).rejects.toMatchObject(refused('does not answer'));
  expect(await since()).toEqual([]);
});

test('alerts about a PIX that its charge reports after the settlement, without a refund', async () => {
  const { since, settle, deps, alerts } = await listed(silent, charge('PAID', { payments: [paidPix()] }));
  await settle();
  await watchCharge(deps)(step);
  await watchCharge(deps)({ ...step, causeEventId: 'again' });
  expect(await since()).toEqual(['PixSettled', 'CashinContradicted']);
  expect(alerts()).toEqual(['A provider contradicts itself about a cash-in']);
});

test('refuses a PIX of another cash-in, an unknown intent or an empty name', async () => {
  const { deps, settle } = await listed(silent);
  const known = settlePix({ ...deps, intentOfPix: async () => 'cash2' })(word, asked(deps));
  await expect(known).rejects.toMatchObject(refused('already belongs to cash2'));
  await expect(settle({ intentId: 'cash9' })).rejects.toMatchObject({ rejection: { code: 'INTENT_NOT_FOUND' } });
  for (const said of [{ transfer: '?' }, { endToEndId: '' }])
    await expect(settle(said)).rejects.toMatchObject({ rejection: { code: 'VALIDATION_ERROR' } });
  const nobody = settlePix({ ...deps, chargeProviders: { named: () => null } })(word, asked(deps));
  await expect(nobody).rejects.toMatchObject(refused('is not configured'));
});

test('does not judge the PIX while the cash-in is on hold after a loss of the log', async () => {
  const { deps, settle } = await listed(silent);
  await happened(deps.eventStore, event('CashinHeld'));
  await expect(settle()).rejects.toMatchObject(refused('release it first'));
});
