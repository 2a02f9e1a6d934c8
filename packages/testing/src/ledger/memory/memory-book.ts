import type {
  BookKey,
  PlannedCallback,
  SandboxBook,
  TakenCallback,
} from '../../../../../infra/providers/sandbox/book/sandbox-book';

interface Kept extends BookKey {
  readonly kind: string;
  readonly atMs: number;
  readonly state: string;
}

interface Waiting {
  readonly callback: PlannedCallback & Pick<TakenCallback, 'id' | 'tries'>;
  readonly nextAtMs: number;
}

const byTimeAndKey = (one: Kept, other: Kept): number =>
  one.atMs - other.atMs || (one.idempotencyKey < other.idempotencyKey ? -1 : 1);

const nameOf = (kind: string, { partnerId, idempotencyKey }: BookKey): string =>
  JSON.stringify([kind, partnerId, idempotencyKey]);

const byTimeAndPlace = (one: Waiting, other: Waiting): number => {
  const place = ({ callback }: Waiting): string => callback.id.idempotencyKey;
  return one.nextAtMs - other.nextAtMs || (place(one) < place(other) ? -1 : 1);
};

const createPlanned = () => {
  const planned = new Map<string, Waiting>();
  const set = (callback: Waiting['callback'], nextAtMs: number): void =>
    void planned.set(nameOf('callback', callback.id), { callback, nextAtMs });
  return {
    plan: ({ partnerId, idempotencyKey }: BookKey, callback: PlannedCallback): void => {
      const id = { partnerId, idempotencyKey: `${idempotencyKey} ${callback.place}` };
      if (!planned.has(nameOf('callback', id))) set({ ...callback, id, tries: 0 }, callback.dueAtMs);
    },
    drop: (isGone: (key: BookKey) => boolean): void => {
      for (const [name, { callback }] of planned) if (isGone(callback.id)) planned.delete(name);
    },
    advance: (partnerId: string, ms: number): void => {
      for (const { callback, nextAtMs } of planned.values())
        if (callback.id.partnerId === partnerId) set({ ...callback, dueAtMs: callback.dueAtMs - ms }, nextAtMs - ms);
    },
    take: (nowMs: number, leasedUntilMs: number, limit: number): readonly TakenCallback[] => {
      const due = [...planned.values()].filter(({ nextAtMs }) => nextAtMs <= nowMs).sort(byTimeAndPlace);
      const taken = due.slice(0, limit).map(({ callback }) => ({ ...callback, tries: callback.tries + 1 }));
      for (const callback of taken) set(callback, leasedUntilMs);
      return taken;
    },
    end: (id: BookKey, againAtMs: number | null): void => {
      const known = planned.get(nameOf('callback', id));
      if (againAtMs === null) planned.delete(nameOf('callback', id));
      else if (known !== undefined) set(known.callback, againAtMs);
    },
  };
};

/** The sandbox's book in memory; values that JSON would lose are lost here too. */
export const createMemoryBook = (): SandboxBook => {
  const rows = new Map<string, Kept>();
  const ahead = new Map<string, number>();
  const planned = createPlanned();
  const aheadOf = (partnerId: string): number => ahead.get(partnerId) ?? 0;
  return {
    change: async (kind, key, clockMs, step) => {
      const kept = rows.get(nameOf(kind, key));
      const before = kept === undefined ? null : (JSON.parse(kept.state) as Parameters<typeof step>[0]);
      const { answer, state, callbacks = [] } = step(before, { clockMs, aheadMs: aheadOf(key.partnerId) });
      if (state === undefined) return answer;
      const atMs = (state as { readonly bookedAtMs?: number | null }).bookedAtMs ?? clockMs;
      const { partnerId, idempotencyKey } = key;
      rows.set(nameOf(kind, key), { kind, partnerId, idempotencyKey, atMs, state: JSON.stringify(state) });
      for (const callback of callbacks) planned.plan(key, callback);
      return answer;
    },
    async *list(kind, partnerId, { fromMs, toMs }) {
      const ofPartner = [...rows.values()].filter((row) => row.kind === kind && row.partnerId === partnerId);
      const within = ofPartner.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).sort(byTimeAndKey);
      for (const { idempotencyKey, state } of within)
        yield { partnerId, idempotencyKey, state: JSON.parse(state) as never, aheadMs: aheadOf(partnerId) };
    },
    remove: async (kind, key) => {
      rows.delete(nameOf(kind, key));
      planned.drop((id) => id.partnerId === key.partnerId && id.idempotencyKey.startsWith(`${key.idempotencyKey} `));
    },
    advance: async (partnerId, ms) => {
      ahead.set(partnerId, aheadOf(partnerId) + ms);
      planned.advance(partnerId, ms);
      return aheadOf(partnerId);
    },
    reset: async (partnerId) => {
      for (const [name, row] of rows) if (row.partnerId === partnerId) rows.delete(name);
      planned.drop((id) => id.partnerId === partnerId);
      ahead.delete(partnerId);
    },
    takeCallbacks: async (nowMs, leasedUntilMs, limit) => planned.take(nowMs, leasedUntilMs, limit),
    endCallback: async (id, againAtMs) => planned.end(id, againAtMs),
  };
};
