import { START } from '../../../aggregates/events';
import { type CreateCashoutIntent, createCashoutIntent } from '../../../commands/cashout/create-cashout-intent';
import { expireCashout } from '../../../commands/cashout/expire-cashout';
import type { EventStore } from '../../../commands/ports/event-store';
import { expiryEvidence, time } from '../../../packages/testing/src/samples/sample-data';
import { asking, typesOf } from '../../core';
import { inMode } from '../../samples/in-mode';
import { caller, catalog, quoted, quoting } from '../../samples/quoting';

const withQuote = async () => {
  const deps = quoting();
  const quote = await quoted(deps);
  const input: CreateCashoutIntent = { user: caller, quoteId: quote.quoteId, sender: null };
  const create = (differences: Partial<CreateCashoutIntent> = {}, name = 'intent', isFresh = true) =>
    createCashoutIntent(deps)({ ...input, ...differences }, asking(name, { isFresh }));
  return { deps, quote, input, create };
};

describe('an intent', () => {
  test('stores the terms of the quote without salt, price context and external id', async () => {
    const { deps, quote, create } = await withQuote();
    deps.clock.advance(10_000);
    const { intent, position } = await create();
    const { salt: _salt, priceContext: _price, externalId: _external, issuedAt: _issued, ...terms } = quote;
    expect(intent).toEqual({ ...terms, createdAt: time(10) });
    const [stored] = await deps.eventStore.readStream(`cashout-${quote.intentId}`);
    expect([stored?.data, stored?.position]).toEqual([intent, position]);
  });

  test('has the external id and the references of its quote', async () => {
    const deps = quoting();
    const externalUserId = await deps.vault.seal('u1', 'customer-17');
    const user = { ...caller, externalUserId };
    const quote = await quoted(deps, { user, reference: 'order-17', externalId: 'order of Maria' });
    const asked = { user: caller, quoteId: quote.quoteId, sender: null };
    const { intent } = await createCashoutIntent(deps)(asked, asking('intent', { isFresh: true }));
    expect(intent).toMatchObject({ reference: 'order-17', externalUserId, externalId: quote.externalId });
  });

  test("may name the wallet of the user, and holds the record's spelling", async () => {
    const { create } = await withQuote();
    expect((await create({ sender: '0xbB' })).intent.sender).toBe('0xBb');
  });

  test('is created with one read and one append when the request is fresh', async () => {
    const { deps, input } = await withQuote();
    const reads: string[] = [];
    const readStream: EventStore['readStream'] = (stream) => {
      reads.push(stream);
      return deps.eventStore.readStream(stream);
    };
    await createCashoutIntent({ ...deps, eventStore: { ...deps.eventStore, readStream } })(
      input,
      asking('intent', { isFresh: true }),
    );
    expect(reads).toEqual([`quote-${input.quoteId}`]);
  });
});

describe('the limit of one intent per quote', () => {
  test('refuses a second intent with CONCURRENT_OPERATION', async () => {
    const { create } = await withQuote();
    await create();
    await expect(create({}, 'second')).rejects.toMatchObject({ rejection: { code: 'CONCURRENT_OPERATION' } });
  });

  test('lets one of twenty simultaneous requests create the intent', async () => {
    const { deps, quote, create } = await withQuote();
    const names = Array.from({ length: 20 }, (_, index) => `user ${index}`);
    const results = await Promise.allSettled(names.map((name) => create({}, name)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ rejection: { code: 'CONCURRENT_OPERATION' } });
    }
    expect(await typesOf(deps.eventStore, `cashout-${quote.intentId}`)).toEqual(['CashoutIntentCreated']);
  });

  test('refuses with CONCURRENT_OPERATION while the intent is open, even after the quote expired', async () => {
    const { deps, create } = await withQuote();
    await create();
    deps.clock.advance(400_000);
    await expect(create({}, 'second')).rejects.toMatchObject({ rejection: { code: 'CONCURRENT_OPERATION' } });
  });

  test('refuses with QUOTE_ALREADY_USED once it has ended, even after the quote expired', async () => {
    const { deps, quote, create } = await withQuote();
    await create();
    deps.clock.advance(400_000);
    await expireCashout({
      ...deps,
      readExpiryEvidence: async () => ({ evidence: { ...expiryEvidence, watermark: time(400) }, asOf: START }),
    })({
      intentId: quote.intentId,
    });
    await expect(create({}, 'second')).rejects.toMatchObject({ rejection: { code: 'QUOTE_ALREADY_USED' } });
  });
});

describe('a quote that is older than the mode of its network', () => {
  const live = inMode(catalog, 'live');

  test('creates no intent, because no deposit could match it', async () => {
    const { deps, input, quote } = await withQuote();
    const creating = createCashoutIntent({ ...deps, catalog: live })(input, asking('intent', { isFresh: true }));
    await expect(creating).rejects.toMatchObject({ rejection: { code: 'QUOTE_EXPIRED' } });
    expect(await typesOf(deps.eventStore, `cashout-${quote.intentId}`)).toEqual([]);
  });

  test('repeats its intent for the same request, and refuses another request', async () => {
    const { deps, input, create } = await withQuote();
    const first = await create();
    const createNow = createCashoutIntent({ ...deps, catalog: live });
    expect(await createNow(input, asking('intent', { isFresh: false }))).toEqual(first);
    await expect(createNow(input, asking('second', { isFresh: true }))).rejects.toMatchObject({
      rejection: { code: 'CONCURRENT_OPERATION' },
    });
  });
});

describe('a refused request', () => {
  test.each<[string, Partial<CreateCashoutIntent>, string]>([
    ['an unknown quote', { quoteId: 'nothing' }, 'QUOTE_NOT_FOUND'],
    ["another user's quote", { user: { ...caller, userId: 'u2' } }, 'QUOTE_NOT_FOUND'],
    ["another partner's quote", { user: { ...caller, partnerId: 'p2' } }, 'QUOTE_NOT_FOUND'],
    ['a quote of the other mode', { user: { ...caller, mode: 'live' } }, 'QUOTE_NOT_FOUND'],
    ["somebody else's wallet", { sender: '0xcafe' }, 'WALLET_MISMATCH'],
  ])('%s', async (_name, differences, refusal) => {
    const { deps, quote, create } = await withQuote();
    await expect(create(differences)).rejects.toMatchObject({ rejection: { code: refusal } });
    expect(await typesOf(deps.eventStore, `cashout-${quote.intentId}`)).toEqual([]);
  });

  test.each([true, false])('refuses a quote that has expired (fresh: %s)', async (isFresh) => {
    const { deps, create } = await withQuote();
    deps.clock.advance(300_000);
    await expect(create({}, 'late', isFresh)).rejects.toMatchObject({ rejection: { code: 'QUOTE_EXPIRED' } });
  });
});
