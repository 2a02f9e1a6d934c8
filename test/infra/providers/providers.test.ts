import type { Mode } from '../../../aggregates/partner/events';
import type { Payout, PayoutProvider } from '../../../commands/ports/payout-provider';
import type { CallContext, Result } from '../../../commands/ports/result';
import { choosePayoutProviders } from '../../../infra/providers/providers';

const payoutWith = (providerId: string): Payout => ({
  idempotencyKey: 'key-1',
  providerId,
  state: 'SETTLED',
  amount: 1n,
});

const notAskedFor = async () => {
  throw new Error('not asked for');
};

const providerOf = (mode: Mode, providerId: string): PayoutProvider => {
  const one: Result<Payout> = { ok: true, value: payoutWith(providerId) };
  return {
    name: `a ${mode} provider`,
    mode,
    idempotency: 'NATIVE',
    resolveBrCode: notAskedFor,
    resolveKey: notAskedFor,
    resolveBoleto: notAskedFor,
    resolveGiftCard: notAskedFor,
    create: async () => one,
    get: async () => one,
    list: async () => ({ ok: true, value: [payoutWith(providerId)] }),
  };
};

const contextOf = (mode: Mode): CallContext => ({ requestId: 'r', partnerId: 'p', mode, deadlineMs: 0 });
const request = {
  idempotencyKey: 'key-1',
  amount: 1n,
  method: { kind: 'PIX_KEY', keyType: 'EMAIL', key: 'a@b.co' },
  notAfter: '2100-01-01T00:00:00.000Z',
} as const;

const askAll = async (provider: PayoutProvider, mode: Mode) => {
  const context = contextOf(mode);
  const results = [
    await provider.create(context, request),
    await provider.get(context, 'key-1'),
    await provider.list(context, '', ''),
  ];
  return results.map((result) => (result.ok ? 'OK' : `${result.kind} ${result.code}`));
};

const NOT_CONFIGURED = 'NOT_CONFIGURED OTHER';

describe('the providers', () => {
  test('serve the credentials of their own mode', async () => {
    const chosen = choosePayoutProviders([providerOf('live', 'pay_1'), providerOf('sandbox', 'sbx_1')]);
    expect(await askAll(chosen.live, 'live')).toEqual(['OK', 'OK', 'OK']);
    expect(await askAll(chosen.sandbox, 'sandbox')).toEqual(['OK', 'OK', 'OK']);
  });

  test('do not serve those of the other mode', async () => {
    const chosen = choosePayoutProviders([providerOf('live', 'pay_1'), providerOf('sandbox', 'sbx_1')]);
    expect(new Set(await askAll(chosen.live, 'sandbox'))).toEqual(new Set([NOT_CONFIGURED]));
    expect(new Set(await askAll(chosen.sandbox, 'live'))).toEqual(new Set([NOT_CONFIGURED]));
    const live = contextOf('live');
    const { resolveBrCode, resolveKey, resolveBoleto, resolveGiftCard } = chosen.sandbox;
    const key = { keyType: 'EMAIL', key: 'a@b.co' } as const;
    const answers = [
      resolveBrCode(live, ''),
      resolveKey(live, key),
      resolveBoleto(live, ''),
      resolveGiftCard(live, ''),
    ];
    for (const answer of answers) expect(await answer).toMatchObject({ kind: 'NOT_CONFIGURED' });
  });

  test('are not believed when they answer with an id of the other mode', async () => {
    const chosen = choosePayoutProviders([providerOf('live', 'sbx_1'), providerOf('sandbox', 'pay_1')]);
    expect(new Set(await askAll(chosen.live, 'live'))).toEqual(new Set(['UNKNOWN PROTOCOL']));
    expect(new Set(await askAll(chosen.sandbox, 'sandbox'))).toEqual(new Set(['UNKNOWN PROTOCOL']));
  });

  test('say so when there is none for live credentials', async () => {
    const { live } = choosePayoutProviders([providerOf('sandbox', 'sbx_1')]);
    expect(new Set(await askAll(live, 'live'))).toEqual(new Set([NOT_CONFIGURED]));
    const resolved = await live.resolveBrCode(contextOf('live'), '');
    expect(resolved).toMatchObject({ kind: 'NOT_CONFIGURED', message: expect.stringContaining('live') });
  });
});
