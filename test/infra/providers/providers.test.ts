import type { Mode } from '../../../aggregates/partner/events';
import type { Payout, PayoutProvider } from '../../../commands/ports/providers/payout-provider';
import type { CallContext, Result } from '../../../commands/ports/providers/result';
import { payoutProvidersOf } from '../../../infra/providers/providers';
import { manualClock } from '../../../packages/testing/src/ledger/memory/manual-clock';
import { askedFor } from '../../doubles/scripted-provider';

const payoutWith = (providerId: string): Payout => ({
  idempotencyKey: 'key-1',
  providerId,
  state: 'SETTLED',
  amount: 1n,
});

const notAskedFor = async () => {
  throw new Error('not asked for');
};

const providerOf = (mode: Mode, providerId: string, differences: Partial<PayoutProvider> = {}): PayoutProvider => {
  const one: Result<Payout> = { ok: true, value: payoutWith(providerId) };
  return {
    name: `bank of ${mode}`,
    mode,
    kinds: ['PIX_KEY', 'PIX_BRCODE', 'BOLETO', 'GIFT_CARD'],
    ...{ idempotency: 'NATIVE', books: 'PARTNER' },
    resolveBrCode: notAskedFor,
    resolveKey: notAskedFor,
    resolveBoleto: notAskedFor,
    resolveGiftCard: notAskedFor,
    create: async () => one,
    get: async () => one,
    list: async () => ({ ok: true, value: [payoutWith(providerId)] }),
    ...differences,
  };
};

const contextOf = (mode: Mode): CallContext => ({ requestId: 'r', partnerId: 'p', mode, deadlineMs: 0 });
const request = {
  idempotencyKey: 'key-1',
  amount: 1n,
  method: { kind: 'PIX_KEY', keyType: 'EMAIL', key: 'a@b.co' },
  notAfter: '2100-01-01T00:00:00.000Z',
} as const;

const askAll = async (provider: PayoutProvider | null, mode: Mode) => {
  if (provider === null) throw new Error('no provider');
  const context = contextOf(mode);
  const results = [
    await provider.create(context, request),
    await provider.get(context, askedFor('key-1')),
    await provider.list(context, '', ''),
  ];
  return results.map((result) => (result.ok ? 'OK' : `${result.kind} ${result.code}`));
};

const offered = (providers: readonly PayoutProvider[]) => payoutProvidersOf(providers, manualClock());
const NOT_CONFIGURED = 'NOT_CONFIGURED OTHER';
const both = offered([providerOf('live', 'pay_1'), providerOf('sandbox', 'sbx_1')]);

describe('the providers', () => {
  test('serve the credentials of their own mode', async () => {
    expect(await askAll(both.choose('live', { kind: 'PIX_KEY' }), 'live')).toEqual(['OK', 'OK', 'OK']);
    expect(await askAll(both.choose('sandbox', { kind: 'PIX_KEY' }), 'sandbox')).toEqual(['OK', 'OK', 'OK']);
  });

  test('do not serve the credentials of the other mode', async () => {
    expect(new Set(await askAll(both.choose('live', { kind: 'PIX_KEY' }), 'sandbox'))).toEqual(
      new Set([NOT_CONFIGURED]),
    );
    const sandbox = both.named('bank of sandbox', 'sandbox');
    expect(new Set(await askAll(sandbox, 'live'))).toEqual(new Set([NOT_CONFIGURED]));
    const live = contextOf('live');
    const key = { keyType: 'EMAIL', key: 'a@b.co' } as const;
    const answers = [
      sandbox?.resolveBrCode(live, ''),
      sandbox?.resolveKey(live, key),
      sandbox?.resolveBoleto(live, ''),
      sandbox?.resolveGiftCard(live, ''),
    ];
    for (const answer of answers) expect(await answer).toMatchObject({ kind: 'NOT_CONFIGURED' });
  });

  test('are refused when they answer with an id of the other mode', async () => {
    const wrong = offered([providerOf('live', 'sbx_1'), providerOf('sandbox', 'pay_1')]);
    for (const mode of ['live', 'sandbox'] as const) {
      expect(new Set(await askAll(wrong.choose(mode, { kind: 'BOLETO' }), mode))).toEqual(
        new Set(['UNKNOWN PROTOCOL']),
      );
      expect(new Set(await askAll(wrong.named(`bank of ${mode}`, mode), mode))).toEqual(new Set(['UNKNOWN PROTOCOL']));
    }
  });

  test('do not exist when none is configured', () => {
    const { choose, named } = offered([providerOf('sandbox', 'sbx_1')]);
    expect(choose('live', { kind: 'PIX_KEY' })).toBeNull();
    expect(named('bank of sandbox', 'live')).toBeNull();
    expect(named('none', 'live')).toBeNull();
  });
});

describe('the choice of a provider', () => {
  const pix = providerOf('live', 'pay_1', { name: 'pix', kinds: ['PIX_KEY', 'PIX_BRCODE'] });
  const bills = providerOf('live', 'pay_2', { name: 'bills', kinds: ['BOLETO', 'PIX_KEY'] });
  const { choose, named } = offered([pix, bills, providerOf('sandbox', 'sbx_1')]);

  test.each([
    ['PIX_KEY', 'pix'],
    ['PIX_BRCODE', 'pix'],
    ['BOLETO', 'bills'],
    ['GIFT_CARD', undefined],
  ] as const)('uses the first of the list that pays a %s: %s', (kind, name) =>
    expect(choose('live', { kind })?.name).toBe(name));

  test('uses the provider that a gift-card code names, and in older terms the first', () => {
    const cards = { kinds: ['GIFT_CARD'] } as const;
    const [one, other] = ['ONE', 'OTHER'].map((sells) => providerOf('live', 'pay_3', { ...cards, name: sells, sells }));
    const { choose: chooseCard } = offered([pix, one!, other!]);
    const sellerOf = (code: { readonly soldBy?: string }) => chooseCard('live', { kind: 'GIFT_CARD', ...code })?.name;
    const chosen = [sellerOf({ soldBy: 'OTHER' }), sellerOf({}), sellerOf({ soldBy: 'SBX' })];
    expect(chosen).toEqual(['OTHER', 'ONE', undefined]);
  });

  test('prefers providers in the order of the list', () => {
    expect(offered([bills, pix]).choose('live', { kind: 'PIX_KEY' })?.name).toBe('bills');
  });

  test('uses the provider that an event names, against the present choice', () => {
    expect(named('bills', 'live')?.name).toBe('bills');
    expect(named('pix', 'sandbox')).toBeNull();
    expect(named('gone', 'live')).toBeNull();
  });

  test('refuses two providers with one name in a mode, and a provider with the name none', () => {
    expect(() => offered([pix, { ...bills, name: 'pix' }])).toThrow('the same name: pix (live)');
    expect(() => offered([pix, providerOf('sandbox', 'sbx_1', { name: 'pix' })])).not.toThrow();
    expect(() => offered([{ ...pix, name: 'none' }])).toThrow('the same name: none (live)');
  });
});

describe('a provider that never answers, or throws', () => {
  const never = () => new Promise<never>(() => undefined);
  const throws = async () => {
    throw new Error('bug');
  };
  const kindOf = async (answer: Promise<Result<unknown>> | undefined) => {
    const result = await answer;
    return result?.ok === false ? `${result.kind} ${result.code}` : result;
  };

  test.each([
    ['never answers', never],
    ['throws', throws],
  ])('%s: an order is unknown, and a question is unavailable', async (_name, silent) => {
    const every = { create: silent, get: silent, list: silent, resolveKey: silent };
    const provider = offered([providerOf('live', 'pay_1', every)]).choose('live', { kind: 'PIX_KEY' });
    const live = contextOf('live');
    const key = { keyType: 'EMAIL', key: 'a@b.co' } as const;
    const [created, ...read] = await Promise.all([
      kindOf(provider?.create(live, request)),
      kindOf(provider?.get(live, askedFor('key-1'))),
      kindOf(provider?.list(live, '', '')),
      kindOf(provider?.resolveKey(live, key)),
    ]);
    expect(created).toBe('UNKNOWN TIMEOUT');
    expect(new Set(read)).toEqual(new Set(['UNAVAILABLE TIMEOUT']));
  });
});
