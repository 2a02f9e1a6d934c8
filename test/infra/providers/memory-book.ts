import type {
  BookKey,
  PlannedCallback,
  SandboxBook,
  TakenCallback,
} from '../../../infra/providers/sandbox/book/sandbox-book';

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

/** The sandbox's book in memory; what would not survive as JSON does not survive here. */
export const createMemoryBook = (): SandboxBook => {
  const rows = new Map<string, Kept>();
  const ahead = new Map<string, number>();
  const planned = new Map<string, Waiting>();
  const nameOf = (kind: string, { partnerId, idempotencyKey }: BookKey) =>
    JSON.stringify([kind, partnerId, idempotencyKey]);
  const aheadOf = (partnerId: string): number => ahead.get(partnerId) ?? 0;
  const plan = ({ partnerId, idempotencyKey }: BookKey, callback: PlannedCallback): void => {
    const id = { partnerId, idempotencyKey: `${idempotencyKey} ${callback.place}` };
    const name = nameOf('callback', id);
    if (!planned.has(name)) planned.set(name, { callback: { ...callback, id, tries: 0 }, nextAtMs: callback.dueAtMs });
  };
  const drop = (isGone: (key: BookKey) => boolean): void => {
    for (const [name, { callback }] of planned) if (isGone(callback.id)) planned.delete(name);
  };
  const waiting = (): readonly Waiting[] => {
    const place = ({ id }: Waiting['callback']): string => id.idempotencyKey;
    return [...planned.values()].sort(
      (one, other) => one.nextAtMs - other.nextAtMs || (place(one.callback) < place(other.callback) ? -1 : 1),
    );
  };
  return {
    change: async (kind, key, clockMs, step) => {
      const kept = rows.get(nameOf(kind, key));
      const before = kept === undefined ? null : (JSON.parse(kept.state) as Parameters<typeof step>[0]);
      const { answer, state, callbacks = [] } = step(before, { clockMs, aheadMs: aheadOf(key.partnerId) });
      if (state === undefined) return answer;
      const atMs = (state as { readonly bookedAtMs?: number | null }).bookedAtMs ?? clockMs;
      const { partnerId, idempotencyKey } = key;
      rows.set(nameOf(kind, key), { kind, partnerId, idempotencyKey, atMs, state: JSON.stringify(state) });
      for (const callback of callbacks) plan(key, callback);
      return answer;
    },
    async *list(kind, partnerId, { fromMs, toMs }) {
      const ofPartner = [...rows.values()].filter((row) => row.kind === kind && row.partnerId === partnerId);
      const within = ofPartner.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).sort(byTimeAndKey);
      for (const { idempotencyKey, state } of within)
        yield { partnerId, idempotencyKey, state: JSON.parse(state), aheadMs: aheadOf(partnerId) };
    },
    remove: async (kind, key) => {
      rows.delete(nameOf(kind, key));
      drop((id) => id.partnerId === key.partnerId && id.idempotencyKey.startsWith(`${key.idempotencyKey} `));
    },
    advance: async (partnerId, ms) => {
      ahead.set(partnerId, aheadOf(partnerId) + ms);
      for (const [name, { callback, nextAtMs }] of planned) {
        if (callback.id.partnerId !== partnerId) continue;
        planned.set(name, { callback: { ...callback, dueAtMs: callback.dueAtMs - ms }, nextAtMs: nextAtMs - ms });
      }
      return aheadOf(partnerId);
    },
    reset: async (partnerId) => {
      for (const [name, row] of rows) if (row.partnerId === partnerId) rows.delete(name);
      drop((id) => id.partnerId === partnerId);
      ahead.delete(partnerId);
    },
    takeCallbacks: async (nowMs, leasedUntilMs, limit) => {
      const due = waiting().filter(({ nextAtMs }) => nextAtMs <= nowMs);
      return due.slice(0, limit).map(({ callback }) => {
        const taken = { ...callback, tries: callback.tries + 1 };
        planned.set(nameOf('callback', callback.id), { callback: taken, nextAtMs: leasedUntilMs });
        return taken;
      });
    },
    endCallback: async (id, againAtMs) => {
      const name = nameOf('callback', id);
      const known = planned.get(name);
      if (againAtMs === null) planned.delete(name);
      else if (known !== undefined) planned.set(name, { ...known, nextAtMs: againAtMs });
    },
  };
};
