import type { Mode } from '../../aggregates/partner/events';
import type { Clock } from '../../commands/ports/clock';
import type { Payout, PayoutProvider, PayoutProviders } from '../../commands/ports/payout-provider';
import type { CallContext, Failure, Result } from '../../commands/ports/result';
import { withinDeadline } from './deadline';
import { failure } from './failures';
import { SANDBOX_ID_PREFIX } from './sandbox/payouts/payout-timeline';

const notConfigured = (name: string, mode: Mode): Failure =>
  failure(name, 'NOT_CONFIGURED', 'OTHER', `No payout provider is configured for ${mode} credentials`);

const isOurs = (mode: Mode, { providerId }: Payout): boolean =>
  providerId.startsWith(SANDBOX_ID_PREFIX) === (mode === 'sandbox');

/** An answer with an id of the other mode is a breach of protocol: what it stands for may have happened. */
const checked = <Value>(
  provider: PayoutProvider,
  result: Result<Value>,
  payouts: (value: Value) => readonly Payout[],
) =>
  !result.ok || payouts(result.value).every((payout) => isOurs(provider.mode, payout))
    ? result
    : failure(
        provider.name,
        'UNKNOWN',
        'PROTOCOL',
        `A ${provider.mode} provider answered with an id of the other mode`,
      );

/** An adapter keeps the deadline itself; one that does not must not keep a worker for ever. */
const LATE_MS = 1_000;

/**
 * Keeps sandbox and live apart (design: providers, rule 11; security): the provider serves credentials of its own mode
 * only, live refuses ids that begin with `sbx_`, and sandbox refuses all others. What is not answered in time is not
 * answered: a read is UNAVAILABLE, and an order UNKNOWN.
 */
export const guardProvider = (provider: PayoutProvider, clock: Clock): PayoutProvider => {
  const { name, mode } = provider;
  const guarded =
    (kind: 'UNKNOWN' | 'UNAVAILABLE') =>
    <Value>(context: CallContext, work: () => Promise<Result<Value>>): Promise<Result<Value>> => {
      if (context.mode !== mode) return Promise.resolve(notConfigured(name, context.mode));
      const atMs = Math.max(context.deadlineMs, clock.now()) + LATE_MS;
      return withinDeadline({ atMs, clock, work, otherwise: (why) => failure(name, kind, 'TIMEOUT', why) });
    };
  const [reads, orders] = [guarded('UNAVAILABLE'), guarded('UNKNOWN')];
  const one = (payout: Payout): readonly Payout[] => [payout];
  return {
    ...provider,
    resolveBrCode: (context, brCode) => reads(context, () => provider.resolveBrCode(context, brCode)),
    resolveKey: (context, key) => reads(context, () => provider.resolveKey(context, key)),
    resolveBoleto: (context, barcode) => reads(context, () => provider.resolveBoleto(context, barcode)),
    resolveGiftCard: (context, code) => reads(context, () => provider.resolveGiftCard(context, code)),
    create: (context, request) =>
      orders(context, async () => checked(provider, await provider.create(context, request), one)),
    get: (context, key) => reads(context, async () => checked(provider, await provider.get(context, key), one)),
    list: (context, from, to) =>
      reads(context, async () => checked(provider, await provider.list(context, from, to), (payouts) => payouts)),
  };
};

/** What a dispatch says when nobody was configured. */
const NOBODY = 'none';

/**
 * The providers that are configured, guarded, in the order in which they are preferred. Throws when two of a mode have
 * one name: an event that names it would not say who was sent the payout.
 */
export const payoutProvidersOf = (providers: readonly PayoutProvider[], clock: Clock): PayoutProviders => {
  const guarded = providers.map((provider) => guardProvider(provider, clock));
  const names = providers.map(({ name, mode }) => `${name} (${mode})`);
  const twice = names.find((name, index) => names.indexOf(name) !== index || name.startsWith(`${NOBODY} (`));
  if (twice !== undefined) throw new Error(`The name of a payout provider is taken: ${twice}`);
  return {
    choose: (mode, kind) => guarded.find((provider) => provider.mode === mode && provider.kinds.includes(kind)) ?? null,
    named: (name, mode) => guarded.find((provider) => provider.mode === mode && provider.name === name) ?? null,
  };
};
