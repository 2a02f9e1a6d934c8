import { rejection } from '../../aggregates/rejection';
import type { EventStore, Proposed } from '../../commands/ports/event-store';
import type { Provider, Providers } from '../../commands/ports/providers/providers';

export interface GateDeps {
  /** Without a wait, for each append. */
  readonly mayAppend: () => boolean;
  /** Compares again if that may help; rejects when appends are forbidden. */
  readonly mustAppend: () => Promise<void>;
  readonly mustDispatch: () => Promise<void>;
  readonly unanswered: () => void;
  readonly isAway: (error: unknown) => boolean;
  readonly ledgerId: () => string | null;
}

/** Answer to a request that would write. Readiness and the log name both sides. */
export const notNow = (): Error =>
  rejection(
    'SERVICE_UNAVAILABLE',
    'The ledger is read-only until its database and log are verified as a pair; no data was written',
  );

/** The writer of such an event sends money next. */
const DISPATCHES: readonly string[] = ['PayoutDispatched', 'ChargeRefundDispatched', 'DeliverySent', 'RedemptionSent'];

const isDispatch = ({ type }: Proposed): boolean => DISPATCHES.includes(type);

/** Marks each append of the process with the ledger's id. Refuses appends until the pair is known to be right. */
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

export type Sends = (...words: never[]) => Promise<unknown>;

/** Providers whose call sends money: an order is sent only just after a comparison, also after a freeze. */
export const gatedCall = <Call extends string, Kind, One extends Provider & { readonly [Name in Call]: Sends }>(
  { choose, named }: Providers<Kind, One>,
  call: Call,
  { mustDispatch }: Pick<GateDeps, 'mustDispatch'>,
): Providers<Kind, One> => {
  const gated = (provider: One | null): One | null => {
    if (provider === null) return null;
    const send = provider[call];
    const behindGate = async (...words: Parameters<typeof send>): Promise<unknown> => {
      await mustDispatch();
      return send(...words);
    };
    return { ...provider, [call]: behindGate };
  };
  return {
    choose: (...asked) => gated(choose(...asked)),
    named: (name, mode) => gated(named(name, mode)),
  };
};
