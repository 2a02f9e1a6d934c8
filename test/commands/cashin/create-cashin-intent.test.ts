import type { KycSessionStarted } from '../../../aggregates/kyc/events';
import { type CreateCashinIntent, createCashinIntent } from '../../../commands/cashin/create-cashin-intent';
import type { IssueCashinQuote } from '../../../commands/cashin/quote/issue-cashin-quote';
import { sessionIdOf } from '../../../commands/handling/deterministic-ids';
import type { Charge, ChargeRequest } from '../../../commands/ports/providers/charge-provider';
import type { Result } from '../../../commands/ports/providers/result';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, eventsOf, happened, typesOf } from '../../core';
import { buyer, cashinQuoted, FOREIGN, type Sold, selling, WALLET } from '../../samples/selling';

const CPF = '529.982.247-25';
const customer = { name: 'Maria da Silva', taxID: CPF, email: 'maria@exemplo.com', phone: '+5511900000000' };

const withQuote = async (sold: Sold = {}, differences: Partial<IssueCashinQuote> = {}) => {
  const deps = selling(sold);
  const quote = await cashinQuoted(deps, differences);
  const input: CreateCashinIntent = { user: buyer, quoteId: quote.quoteId, customer, destinationWallet: null };
  const create = (changes: Partial<CreateCashinIntent> = {}, name = 'intent', isFresh = true) =>
    createCashinIntent(deps)({ ...input, ...changes }, asking(name, { isFresh }));
  const stream = `cashin-${quote.intentId}`;
  return { deps, quote, input, create, stream, events: () => eventsOf(deps.eventStore, stream) };
};

const refused = (code: string, fieldErrors?: object) => ({
  rejection: { code, ...(fieldErrors === undefined ? {} : { fieldErrors }) },
});

describe('an intent of a cash-in', () => {
  test('holds the terms of the quote, its sealed payer and a charge', async () => {
    const { deps, quote, create, events } = await withQuote({}, { scenario: 'CHARGE_PAID' });
    deps.clock.advance(10_000);
    const { intentId, position } = await create();
    const { priceContext: _price, issuedAt: _issued, ...terms } = quote;
    const [created, charge] = await events();
    expect(created).toEqual({
      type: 'CashinIntentCreated',
      data: {
        ...{ ...terms, intentId, chargeProvider: 'sandbox', createdAt: deps.clock.iso() },
        ...{ payer: expect.objectContaining({ sealed: 2, subjectId: 'u1' }), payerTaxIdMasked: '***.***.***-25' },
      },
    });
    const { payer } = created?.data as { payer: Parameters<typeof deps.vault.open>[0] };
    expect(JSON.parse((await deps.vault.open(payer)) ?? '')).toEqual({
      ...{ name: 'Maria da Silva', taxId: '52998224725', email: 'maria@exemplo.com', phone: '+5511900000000' },
    });
    expect(charge).toMatchObject({ type: 'ChargeCreated', data: { provider: 'sandbox', intentId } });
    const [, last] = await deps.eventStore.readStream(`cashin-${intentId}`);
    expect(position).toEqual(last?.position);
  });

  test('has no tax id, name, e-mail or phone in clear', async () => {
    const { deps, quote, create } = await withQuote();
    await create();
    const log = JSON.stringify(
      [
        await deps.eventStore.readStream(`quote-${quote.quoteId}`),
        await deps.eventStore.readStream(`cashin-${quote.intentId}`),
        deps.alerts,
      ],
      (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
    );
    for (const secret of ['52998224725', CPF, 'Maria', 'maria@', '11900000000']) expect(log).not.toContain(secret);
  });

  test('asks the provider under its own id, until the end of the quote, for its payer only', async () => {
    const sent: ChargeRequest[] = [];
    const deps = selling();
    const provider = deps.charges.provider;
    const create = (context: Parameters<typeof provider.create>[0], request: ChargeRequest) => {
      sent.push(request);
      return provider.create(context, request);
    };
    const asked = await withQuote({ charger: { create } }, { scenario: 'CHARGE_PAID' });
    await asked.create();
    const { intentId, expiresAt } = asked.quote;
    expect(sent).toEqual([
      {
        ...{ idempotencyKey: intentId, amount: 15_000n, expiresAt, scenario: 'CHARGE_PAID' },
        payer: { name: 'Maria da Silva', taxId: '52998224725', email: 'maria@exemplo.com' },
        notAfter: new Date(asked.deps.clock.now() + 4_000).toISOString(),
      },
    ]);
  });
});

describe('the limit of one intent per quote', () => {
  test('lets one of twenty simultaneous requests create the intent and its charge', async () => {
    const { deps, quote, create } = await withQuote();
    const names = Array.from({ length: 20 }, (_, index) => `user ${index}`);
    const results = await Promise.allSettled(names.map((name) => create({}, name)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject(refused('CONCURRENT_OPERATION'));
    }
    expect(await typesOf(deps.eventStore, `cashin-${quote.intentId}`)).toEqual([
      ...['CashinIntentCreated', 'ChargeCreated'],
    ]);
  });

  test('creates no second intent after the end of the first intent or of its quote', async () => {
    const { deps, quote, create } = await withQuote();
    await create();
    await happened(deps.eventStore, event('CashinExpired', { intentId: quote.intentId }));
    deps.clock.advance(400_000);
    await expect(create({}, 'second')).rejects.toMatchObject(refused('QUOTE_ALREADY_USED'));
    const late = await withQuote();
    late.deps.clock.advance(300_000);
    await expect(late.create()).rejects.toMatchObject(refused('QUOTE_EXPIRED'));
    expect(await late.events()).toEqual([]);
  });
});

describe('a refused request', () => {
  test('names a quote of another caller', async () => {
    const { create } = await withQuote();
    const none = refused('QUOTE_NOT_FOUND');
    await expect(create({ quoteId: '0f8fad5b-d9cb-469f-a165-70867728950e' })).rejects.toMatchObject(none);
    await expect(create({ user: { ...buyer, userId: 'u2' } })).rejects.toMatchObject(none);
  });

  test('names another wallet than the quote', async () => {
    const { create, events } = await withQuote();
    await expect(create({ destinationWallet: FOREIGN })).rejects.toMatchObject(refused('WALLET_MISMATCH'));
    expect(await events()).toEqual([]);
    await create({ destinationWallet: `0x${WALLET.slice(2).toUpperCase()}` }, 'same');
  });

  test('comes when no provider makes charges', async () => {
    const { deps, input } = await withQuote();
    const chargeProviders = { choose: () => null, named: () => null };
    const create = createCashinIntent({ ...deps, chargeProviders });
    await expect(create(input, asking('intent'))).rejects.toMatchObject(refused('PROVIDER_NOT_CONFIGURED'));
  });
});

describe('the payer', () => {
  const needed = refused('VALIDATION_ERROR', { 'customer.taxID': 'is required because KYC has verified no document' });

  /** The user's first session, and what became of it. */
  const withSession = async (approvedBySession: boolean) => {
    const made = await withQuote();
    const { deps } = made;
    const sessionId = sessionIdOf('u1', 1);
    const declared: KycSessionStarted['declared'] = {
      ...{ document: await deps.vault.seal('u1', '52998224725'), birthDate: null },
      ...{ profile: await deps.vault.seal('u1', '{}'), owners: [] },
    };
    await happened(
      deps.eventStore,
      ...[event('UserRegistered'), event('KycSessionStarted', { sessionId, declared })],
      ...(approvedBySession
        ? [
            event('KycSessionStatusChanged', { sessionId, status: 'APPROVED' }),
            event('KycStatusChanged', { status: 'APPROVED' }),
            event('KycSessionFollowed', { sessionId, number: 1, revision: 1, status: 'APPROVED' }),
          ]
        : [event('KycStatusChanged', { status: 'APPROVED' })]),
    );
    return made;
  };

  test('is the person whom KYC verified when no tax id is named', async () => {
    const { deps, create, events } = await withSession(true);
    await create({ customer: { name: 'Maria' } });
    const [created] = await events();
    const { payer } = created?.data as { payer: Parameters<typeof deps.vault.open>[0] };
    expect(JSON.parse((await deps.vault.open(payer)) ?? '')).toEqual({ name: 'Maria', taxId: '52998224725' });
  });

  test('must be named when only an operator approved, or no person is known', async () => {
    const { create } = await withSession(false);
    await expect(create({ customer: {} })).rejects.toMatchObject(needed);
    const unknown = await withQuote();
    await expect(unknown.create({ customer: {} })).rejects.toMatchObject(needed);
  });
});

describe('the charge', () => {
  const answered = (answer: Result<Charge>) => ({ create: async () => answer, get: async () => answer });
  const failure = (kind: 'REJECTED' | 'NOT_CONFIGURED' | 'RETRYABLE' | 'UNAVAILABLE' | 'RATE_LIMITED') =>
    ({ ok: false, kind, code: 'LIMIT_EXCEEDED', provider: 'sandbox', message: 'no' }) as const;

  test.each([
    ['REJECTED', 'PROVIDER_FAILURE'],
    ['NOT_CONFIGURED', 'PROVIDER_NOT_CONFIGURED'],
  ] as const)('fails the intent when it is refused for good (%s): %s', async (kind, code) => {
    const { create, events } = await withQuote({ charger: answered(failure(kind)) });
    await expect(create()).rejects.toMatchObject(refused(code));
    expect((await events()).map(({ type }) => type)).toEqual(['CashinIntentCreated', 'CashinFailed']);
    // Repeated it says the same, and another finds the quote used.
    await expect(create({}, 'intent', false)).rejects.toMatchObject(refused(code));
    await expect(create({}, 'other')).rejects.toMatchObject(refused('QUOTE_ALREADY_USED'));
  });

  test.each([
    'RETRYABLE',
    'UNAVAILABLE',
    'RATE_LIMITED',
  ] as const)('leaves the intent ACTIVE when it is not ready in time (%s)', async (kind) => {
    const { create, events } = await withQuote({ charger: answered(failure(kind)) });
    await create();
    expect((await events()).map(({ type }) => type)).toEqual(['CashinIntentCreated']);
  });

  test('is asked about when its answer is lost', async () => {
    const { create, events } = await withQuote({}, { scenario: 'CHARGE_TIMEOUT' });
    await create();
    expect((await events()).map(({ type }) => type)).toEqual(['CashinIntentCreated', 'ChargeCreated']);
  });

  test('leaves the intent without a charge when the provider closes the connection', async () => {
    const create = () => Promise.reject(new Error('socket hang up'));
    const made = await withQuote({ charger: { create, get: create } });
    await made.create();
    expect((await made.events()).map(({ type }) => type)).toEqual(['CashinIntentCreated']);
  });
});
