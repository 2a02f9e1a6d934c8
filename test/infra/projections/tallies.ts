import type { Recorded } from '../../../aggregates/events';
import { keyOf, type Projection, put, remove } from '../../../projections/projection';
import type { Table } from '../../../read-models/table';

export type TallyRow = {
  readonly tally_id: string;
  readonly owner: string;
  readonly events: number;
  readonly total: string;
  readonly revisions: readonly number[];
  readonly note: string | null;
  readonly is_open: boolean;
  readonly updated_at: string;
};

export type OwnerRow = { readonly owner: string; readonly events: number; readonly total: string };

export const tallies: Table<TallyRow> = {
  name: 'test_tallies',
  key: 'tally_id',
  columns: {
    tally_id: 'text',
    owner: 'text',
    events: 'integer',
    total: 'numeric',
    revisions: 'jsonb',
    note: 'text',
    is_open: 'boolean',
    updated_at: 'timestamptz',
  },
};

export const owners: Table<OwnerRow> = {
  name: 'test_owners',
  key: 'owner',
  columns: { owner: 'text', events: 'integer', total: 'numeric' },
};

export interface Tally {
  readonly owner: string;
  readonly amount: string;
  readonly note?: string | null;
  readonly isClosing?: boolean;
  readonly isPoison?: boolean;
}

const tallyOf = (event: Recorded): Tally => event.data as unknown as Tally;

/** A row per stream and a row per owner; `isPoison` answers whether the code cannot deal with the event. */
export const tallyProjection = (isPoison: (event: Recorded) => boolean = (event) => tallyOf(event).isPoison === true) =>
  ({
    name: 'tallies',
    tables: [tallies, owners],
    streamPrefixes: ['tally-'],
    keys: (event) => [keyOf(tallies, event.stream), keyOf(owners, tallyOf(event).owner)],
    apply: (event, get) => {
      if (isPoison(event)) throw new Error('this event is poison');
      const { owner, amount, note, isClosing } = tallyOf(event);
      const tally = get(tallies, event.stream);
      const whole = get(owners, owner) ?? { owner, events: 0, total: '0' };
      const sum = put(owners, {
        owner,
        events: whole.events + 1,
        total: (BigInt(whole.total) + BigInt(amount)).toString(),
      });
      if (isClosing === true) return [sum, remove(tallies, event.stream)];
      const row = put(tallies, {
        tally_id: event.stream,
        owner,
        events: (tally?.events ?? 0) + 1,
        total: (BigInt(tally?.total ?? '0') + BigInt(amount)).toString(),
        revisions: [...(tally?.revisions ?? []), event.revision],
        note: note ?? null,
        is_open: true,
        updated_at: event.metadata.at,
      });
      return [sum, row];
    },
  }) satisfies Projection;

/** Wants nothing of what the tests write, except in its own streams. */
export const quietProjection = { ...tallyProjection(), name: 'quiet', streamPrefixes: ['quiet-'] } satisfies Projection;

/** The same rows from events that a store takes for ours. */
export const watermarkTallies = {
  ...tallyProjection(),
  streamPrefixes: ['watcher-'],
  keys: (event) => [keyOf(tallies, event.stream), keyOf(owners, 'watchers')],
  apply: (event, get) => {
    const { blockNumber } = event.data as { readonly blockNumber: string };
    const tally: Tally = { owner: 'watchers', amount: blockNumber };
    return tallyProjection().apply({ ...event, data: tally } as unknown as Recorded, get);
  },
} satisfies Projection;
