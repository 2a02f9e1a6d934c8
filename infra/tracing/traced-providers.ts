import type { PayoutProvider, PayoutProviders } from '../../commands/ports/payout-provider';
import type { Result } from '../../commands/ports/result';
import type { Tracing } from './tracing';

/** Traces provider calls: provider, operation and outcome, no personal data. */
export const tracedProviders = (providers: PayoutProviders, tracing: Tracing): PayoutProviders => {
  if (tracing.request === null) return providers;
  const kept = new Map<PayoutProvider, PayoutProvider>();
  const tracedOnce = (provider: PayoutProvider | null): PayoutProvider | null => {
    if (provider === null) return null;
    const traced = kept.get(provider) ?? tracedProvider(provider, tracing);
    kept.set(provider, traced);
    return traced;
  };
  return {
    choose: (mode, kind) => tracedOnce(providers.choose(mode, kind)),
    named: (name, mode) => tracedOnce(providers.named(name, mode)),
  };
};

const tracedProvider = (provider: PayoutProvider, { span }: Tracing): PayoutProvider => {
  const drawn = <Value>(call: string, run: () => Promise<Result<Value>>): Promise<Result<Value>> =>
    span(
      {
        name: `provider ${call}`,
        facts: { 'lastro.provider': provider.name, 'lastro.mode': provider.mode },
        factsOf: (result) => ({ 'lastro.outcome': result.ok ? 'OK' : result.kind }),
      },
      run,
    );
  return {
    ...provider,
    resolveBrCode: (context, brCode) => drawn('resolveBrCode', () => provider.resolveBrCode(context, brCode)),
    resolveKey: (context, key) => drawn('resolveKey', () => provider.resolveKey(context, key)),
    resolveBoleto: (context, barcode) => drawn('resolveBoleto', () => provider.resolveBoleto(context, barcode)),
    resolveGiftCard: (context, code) => drawn('resolveGiftCard', () => provider.resolveGiftCard(context, code)),
    create: (context, request) => drawn('create', () => provider.create(context, request)),
    get: (context, key) => drawn('get', () => provider.get(context, key)),
    list: (context, from, to) => drawn('list', () => provider.list(context, from, to)),
  };
};
