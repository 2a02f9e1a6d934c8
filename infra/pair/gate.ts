import { rejection } from '../../aggregates/rejection';
import type { EventStore, Proposed } from '../../commands/ports/event-store';
import type { PayoutProviders } from '../../commands/ports/payout-provider';
import type { PeggedRedemption, PeggedRedemptions } from '../../commands/ports/pegged-redemption';
import type { ChargeProviders } from '../../commands/ports/providers/charge-provider';
import type { CryptoDeliveries } from '../../commands/ports/providers/crypto-delivery';
import type { Provider, Providers } from '../../commands/ports/providers/providers';

export interface GateDeps {
  /** Without a wait, for each append. */
  readonly mayAppend: () => boolean;
  /** Looks where that may help; rejects when nothing may be appended. */
  readonly mustAppend: () => Promise<void>;
  readonly mustDispatch: () => Promise<void>;
  readonly unanswered: () => void;
  readonly isAway: (error: unknown) => boolean;
  /** Known once anything may be appended. */
  readonly ledgerId: () => string | null;
}

/** Told to whoever asked for something that would be written. Readiness and the log name both sides. */
export const notNow = (): Error =>
  rejection(
    'SERVICE_UNAVAILABLE',
    'The ledger is read only until its database and its log are known to belong together; nothing was written',
  );

/** Whoever appends one of them sends money next. */
const DISPATCHES: readonly string[] = ['PayoutDispatched', 'ChargeRefundDispatched', 'DeliverySent', 'RedemptionSent'];

const isDispatch = ({ type }: Proposed): boolean => DISPATCHES.includes(type);

/** Every append of the process, told whose ledger it is for, and none while the pair is not known to be right. */
export const gatedStore = (store: EventStore, gate: GateDeps): EventStore => {
  const { mayAppend, mustAppend, mustDispatch, unanswered, ledgerId } = gate;
  const heeding = heedErrors(gate);
  return {
    ...store,
    append: async (stream, expected, events) => {
      if (!mayAppend()) await mustAppend();
      if (events.some(isDispatch)) await mustDispatch();
      const named = events.map((event) => namedIn(event, ledgerId()));
      const result = await heeding(() => store.append(stream, expected, named));
      if (result.outcome === 'unknown') unanswered();
      return result;
    },
    readStream: (stream, fromRevision) => heeding(() => store.readStream(stream, fromRevision)),
    head: () => heeding(() => store.head()),
    subscribe: (after, handlers, filter) => {
      const onDropped = (cause: string): void => {
        unanswered();
        handlers.onDropped?.(cause);
      };
      return store.subscribe(after, { ...handlers, onDropped }, filter);
    },
  };
};

const namedIn = (event: Proposed, ledgerId: string | null): Proposed => {
  if (ledgerId === null) throw notNow();
  return { ...event, metadata: { ...event.metadata, ledgerId } };
};

const heedErrors =
  ({ isAway, unanswered }: GateDeps) =>
  async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await ask();
    } catch (error) {
      if (isAway(error)) unanswered();
      throw error;
    }
  };

type Dispatching = Pick<GateDeps, 'mustDispatch'>;

/** An order is sent only just after a look, also where the process stood still behind the fence. */
export const gatedProviders = (providers: PayoutProviders, gate: Dispatching): PayoutProviders =>
  each(providers, (provider) => ({ ...provider, create: behind(gate, provider.create) }));

/** A charge takes money in; only a refund sends some. */
export const gatedCharges = (providers: ChargeProviders, gate: Dispatching): ChargeProviders =>
  each(providers, (provider) => ({ ...provider, refund: behind(gate, provider.refund) }));

export const gatedDeliveries = (providers: CryptoDeliveries, gate: Dispatching): CryptoDeliveries =>
  each(providers, (provider) => ({ ...provider, broadcast: behind(gate, provider.broadcast) }));

const each = <Kind, One extends Provider>(
  { choose, named }: Providers<Kind, One>,
  gated: (provider: One) => One,
): Providers<Kind, One> => {
  const gatedOr = (provider: One | null): One | null => (provider === null ? null : gated(provider));
  return {
    choose: (mode, kind) => gatedOr(choose(mode, kind)),
    named: (name, mode) => gatedOr(named(name, mode)),
  };
};

/** A debit takes the user's money. */
export const gatedRedemptions = ({ choose, named }: PeggedRedemptions, gate: Dispatching): PeggedRedemptions => {
  return each<string | null, PeggedRedemption>({ choose, named }, (redemption) => ({
    ...redemption,
    redeem: behind(gate, redemption.redeem),
  }));
};

const behind =
  <Words extends readonly unknown[], Answer>(
    { mustDispatch }: Dispatching,
    order: (...words: Words) => Promise<Answer>,
  ): ((...words: Words) => Promise<Answer>) =>
  async (...words) => {
    await mustDispatch();
    return order(...words);
  };
