import type { PayoutProvider, PayoutProviders } from '../../commands/ports/payout-provider';
import type { ChargeProvider, ChargeProviders } from '../../commands/ports/providers/charge-provider';
import type { CryptoDeliveries, CryptoDelivery } from '../../commands/ports/providers/crypto-delivery';
import type { Provider, Providers } from '../../commands/ports/providers/providers';
import type { Result } from '../../commands/ports/result';
import type { Tracing } from './tracing';

/** Traces provider calls: provider, operation and outcome, no personal data. */
export const tracedProviders = (providers: PayoutProviders, tracing: Tracing): PayoutProviders =>
  each(providers, tracing, tracedPayouts);

export const tracedCharges = (providers: ChargeProviders, tracing: Tracing): ChargeProviders =>
  each(providers, tracing, tracedCharge);

export const tracedDeliveries = (providers: CryptoDeliveries, tracing: Tracing): CryptoDeliveries =>
  each(providers, tracing, tracedDelivery);

const each = <Kind, One extends Provider>(
  providers: Providers<Kind, One>,
  tracing: Tracing,
  trace: (provider: One, drawn: Drawn) => One,
): Providers<Kind, One> => {
  if (tracing.request === null) return providers;
  const kept = new Map<One, One>();
  const tracedOnce = (provider: One | null): One | null => {
    if (provider === null) return null;
    const traced = kept.get(provider) ?? trace(provider, drawnFor(provider, tracing));
    kept.set(provider, traced);
    return traced;
  };
  return {
    choose: (mode, kind) => tracedOnce(providers.choose(mode, kind)),
    named: (name, mode) => tracedOnce(providers.named(name, mode)),
  };
};

type Drawn = <Value>(call: string, run: () => Promise<Result<Value>>) => Promise<Result<Value>>;

const drawnFor =
  ({ name, mode }: Provider, { span }: Tracing): Drawn =>
  (call, run) =>
    span(
      {
        name: `provider ${call}`,
        facts: { 'lastro.provider': name, 'lastro.mode': mode },
        factsOf: (result) => ({ 'lastro.outcome': result.ok ? 'OK' : result.kind }),
      },
      run,
    );

const tracedPayouts = (provider: PayoutProvider, drawn: Drawn): PayoutProvider => ({
  ...provider,
  resolveBrCode: (context, brCode) => drawn('resolveBrCode', () => provider.resolveBrCode(context, brCode)),
  resolveKey: (context, key) => drawn('resolveKey', () => provider.resolveKey(context, key)),
  resolveBoleto: (context, barcode) => drawn('resolveBoleto', () => provider.resolveBoleto(context, barcode)),
  resolveGiftCard: (context, code) => drawn('resolveGiftCard', () => provider.resolveGiftCard(context, code)),
  create: (context, request) => drawn('create', () => provider.create(context, request)),
  get: (context, key) => drawn('get', () => provider.get(context, key)),
  list: (context, from, to) => drawn('list', () => provider.list(context, from, to)),
});

const tracedCharge = (provider: ChargeProvider, drawn: Drawn): ChargeProvider => ({
  ...provider,
  create: (context, request) => drawn('createCharge', () => provider.create(context, request)),
  get: (context, key) => drawn('getCharge', () => provider.get(context, key)),
  cancel: (context, key) => drawn('cancelCharge', () => provider.cancel(context, key)),
  refund: (context, request) => drawn('refund', () => provider.refund(context, request)),
  getRefund: (context, key) => drawn('getRefund', () => provider.getRefund(context, key)),
  listCredits: (context, from, to) => drawn('listCredits', () => provider.listCredits(context, from, to)),
});

const tracedDelivery = (provider: CryptoDelivery, drawn: Drawn): CryptoDelivery => ({
  ...provider,
  checkDestination: (context, asked) => drawn('checkDestination', () => provider.checkDestination(context, asked)),
  prepare: (context, order) => drawn('prepareDelivery', () => provider.prepare(context, order)),
  broadcast: (context, key, prepared) => drawn('broadcastDelivery', () => provider.broadcast(context, key, prepared)),
  get: (context, key, txId) => drawn('getDelivery', () => provider.get(context, key, txId)),
  available: (context, asset) => drawn('availableForDelivery', () => provider.available(context, asset)),
});
