import { createCharge } from '../../../../commands/cashin/charge/create-charge';
import { createCashinIntent } from '../../../../commands/cashin/create-cashin-intent';
import type { Charge, ChargeProvider } from '../../../../commands/ports/providers/charge-provider';
import type { FailureCode, FailureKind, Result } from '../../../../commands/ports/providers/result';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { asking, eventsOf, happened, typesOf } from '../../../core';
import { buyer, cashinQuoted, selling } from '../../../samples/selling';

const failure = (kind: FailureKind, code: FailureCode = 'OTHER'): Result<never> => ({
  ...{ ok: false, kind, code, provider: 'sandbox', message: 'so it is' },
});

/** An intent whose charge was not had; from then on the provider answers by the given ways. */
const withoutCharge = async (ways: Partial<ChargeProvider> = {}) => {
  const calls: string[] = [];
  let isDown = true;
  const deps = selling();
  const { provider } = deps.charges;
  const through = <Name extends 'create' | 'get'>(name: Name): ChargeProvider[Name] =>
    (async (...given: Parameters<ChargeProvider[Name]>) => {
      calls.push(name);
      if (isDown) return failure('UNAVAILABLE');
      const answer = (ways[name] ?? provider[name]) as (...all: Parameters<ChargeProvider[Name]>) => unknown;
      return answer(...given);
    }) as unknown as ChargeProvider[Name];
  const world = selling({ charger: { create: through('create'), get: through('get') } });
  const quote = await cashinQuoted(world);
  const asked = { user: buyer, quoteId: quote.quoteId, customer: { taxID: '52998224725' }, destinationWallet: null };
  const { intentId } = await createCashinIntent(world)(asked, asking('intent', { isFresh: true }));
  isDown = false;
  calls.length = 0;
  const charge = (name = 'due') => createCharge(world)({ intentId, made: null }, asking(name));
  return { deps: world, intentId, charge, calls, types: () => typesOf(world.eventStore, `cashin-${intentId}`) };
};

const CREATED = ['CashinIntentCreated'];
const CHARGED = ['CashinIntentCreated', 'ChargeCreated'];

test('asks a provider that lacks the key for the charge again', async () => {
  const { charge, calls, types } = await withoutCharge();
  const { charge: made } = await charge();
  expect([calls, await types(), made?.brCode.startsWith('0002')]).toEqual([['get', 'create'], CHARGED, true]);
});

test('asks no provider for a charge that is recorded already', async () => {
  const { charge, calls, types } = await withoutCharge();
  await charge();
  calls.length = 0;
  const { charge: again, position } = await charge('later');
  expect([calls, await types(), position]).toEqual([[], CHARGED, null]);
  expect(again?.txid).toEqual(expect.any(String));
});

test('creates no charge while the provider cannot be asked', async () => {
  const { charge, calls, types } = await withoutCharge({ get: async () => failure('UNAVAILABLE') });
  expect((await charge()).charge).toBeNull();
  expect([calls, await types()]).toEqual([['get'], CREATED]);
});

test('keeps the intent open when the provider refuses to answer the question', async () => {
  const { charge, types } = await withoutCharge({ get: async () => failure('REJECTED', 'AUTH') });
  await charge();
  expect(await types()).toEqual(CREATED);
});

test('looks up a key when the provider reports it as used', async () => {
  let asked = 0;
  const deps = selling();
  const { charge, types } = await withoutCharge({
    create: async (context, request) => {
      await deps.charges.provider.create(context, request);
      return failure('REJECTED', 'DUPLICATE_KEY');
    },
    get: (context, key) => {
      asked += 1;
      return asked === 1 ? Promise.resolve(failure('NOT_FOUND')) : deps.charges.provider.get(context, key);
    },
  });
  await charge();
  expect([asked, await types()]).toEqual([2, CHARGED]);
});

test('makes no charge for an ended intent or without its provider', async () => {
  const { deps, intentId, charge, calls, types } = await withoutCharge();
  const gone = { ...deps, chargeProviders: { ...deps.chargeProviders, named: () => null } };
  await createCharge(gone)({ intentId, made: null }, asking('gone'));
  await happened(deps.eventStore, event('CashinExpired', { intentId }));
  expect((await charge()).state.status).toBe('EXPIRED');
  expect([calls, await types()]).toEqual([[], ['CashinIntentCreated', 'CashinExpired']]);
  await expect(createCharge(deps)({ intentId: 'x', made: null }, asking('none'))).rejects.toMatchObject({
    rejection: { code: 'INTENT_NOT_FOUND' },
  });
});

test('fails the intent when the payer is erased', async () => {
  const { deps, charge, types } = await withoutCharge();
  await deps.vault.erase('u1');
  await charge();
  expect(await types()).toEqual(['CashinIntentCreated', 'CashinFailed']);
});

test('reports a refusal in our own words, since a provider’s text may name the payer', async () => {
  const named = { ...failure('REJECTED', 'ACCOUNT_BLOCKED'), message: 'Ana, CPF 529.982.247-25, is blocked' };
  const refusal = { ...named, providerCode: 'AC06' } as Result<never>;
  const { deps, intentId, charge } = await withoutCharge({ create: async () => refusal });
  await charge();
  const [, refused] = await eventsOf(deps.eventStore, `cashin-${intentId}`);
  expect(refused).toMatchObject({
    type: 'CashinFailed',
    data: { reasonCode: 'ACCOUNT_BLOCKED', reason: 'The account of the payee is blocked (AC06)' },
  });
});

describe('an impossible answer', () => {
  const told = async (change: (charge: Charge) => object) => {
    const honest = selling();
    const lie = async (answer: Promise<Result<Charge>>): Promise<Result<Charge>> => {
      const given = await answer;
      return given.ok ? { ok: true, value: { ...given.value, ...change(given.value) } } : given;
    };
    return withoutCharge({
      create: (context, request) => lie(honest.charges.provider.create(context, request)),
      get: (context, key) => lie(honest.charges.provider.get(context, key)),
    });
  };

  test.each([
    ['has another key', () => ({ idempotencyKey: 'another' })],
    ['is of another amount', ({ amount }: Charge) => ({ amount: amount + 1n })],
    ['has an enormous code', () => ({ brCode: '0'.repeat(1_000_000) })],
    ['has a code that is none', () => ({ brCode: 'pay me' })],
    ['has the code of another amount', ({ brCode }: Charge) => ({ brCode: brCode.replace('150.00', '15.000') })],
    ['has an enormous id', () => ({ txid: 'x'.repeat(201) })],
  ])('records no charge and tells an operator because the answer %s', async (_what, change) => {
    const { deps, charge, types } = await told(change);
    expect((await charge()).charge).toBeNull();
    expect(await types()).toEqual(CREATED);
    expect(deps.alerts.map(({ what }) => what)).toContain('A payout provider gave an impossible answer');
  });

  test.each([
    ['code', { brCode: undefined }],
    ['amount', { amount: undefined }],
    ['id', { txid: undefined }],
  ])('records no charge because the answer lacks its %s', async (_what, change) => {
    const { charge, types } = await told(() => change);
    await charge();
    expect(await types()).toEqual(CREATED);
  });
});
