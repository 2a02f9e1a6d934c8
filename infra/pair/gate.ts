import { rejection } from '../../aggregates/rejection';
import type { EventStore, Proposed } from '../../commands/ports/event-store';
import type { PayoutProvider, PayoutProviders } from '../../commands/ports/payout-provider';
import type { PeggedRedemption, PeggedRedemptions } from '../../commands/ports/pegged-redemption';

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

/** Whoever appends it sends money next. */
const isDispatch = ({ type }: Proposed): boolean => type === 'PayoutDispatched' || type === 'RedemptionSent';

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

/** An order is sent only just after a look, also where the process stood still behind the fence. */
export const gatedProviders = (providers: PayoutProviders, { mustDispatch }: Pick<GateDeps, 'mustDispatch'>) => {
  const gated = (provider: PayoutProvider | null): PayoutProvider | null =>
    provider === null
      ? null
      : {
          ...provider,
          create: async (context, request) => {
            await mustDispatch();
            return provider.create(context, request);
          },
        };
  return {
    choose: (mode, kind) => gated(providers.choose(mode, kind)),
    named: (name, mode) => gated(providers.named(name, mode)),
  } satisfies PayoutProviders;
};

/** As an order of a payout: a debit takes the user's money. */
export const gatedRedemptions = (redemptions: PeggedRedemptions, { mustDispatch }: Pick<GateDeps, 'mustDispatch'>) => {
  const gated = (redemption: PeggedRedemption | null): PeggedRedemption | null =>
    redemption === null
      ? null
      : {
          ...redemption,
          redeem: async (context, order, prepared) => {
            await mustDispatch();
            return redemption.redeem(context, order, prepared);
          },
        };
  return {
    choose: (mode) => gated(redemptions.choose(mode)),
    named: (name, mode) => gated(redemptions.named(name, mode)),
  } satisfies PeggedRedemptions;
};
