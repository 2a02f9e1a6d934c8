import type {
  NewOrder,
  OrderKey,
  OtherCallback,
  PayoutStore,
  PlannedCallback,
  StoredOrder,
  TakenCallback,
} from '../../../infra/providers/sandbox/payouts/payout-store';

type Planned = TakenCallback & { readonly nextAtMs: number; readonly partnerId?: string };

const payeeOf = ({ partnerId, amountCents, kind, payeeKeyMasked, scenario }: StoredOrder): string =>
  JSON.stringify([partnerId, amountCents.toString(), kind, payeeKeyMasked, scenario]);

const NEW = { calls: 0, bookedAtMs: null, decision: null, returnedCents: 0n, bookedAheadMs: 0 };

/** The bank's books in memory. */
export const createMemoryPayoutStore = (): PayoutStore => {
  const orders = new Map<string, StoredOrder>();
  let planned: readonly Planned[] = [];
  let count = 0;
  const ahead = new Map<string, number>();
  const nameOf = ({ partnerId, idempotencyKey }: OrderKey): string => JSON.stringify([partnerId, idempotencyKey]);
  const keep = (order: StoredOrder): StoredOrder => {
    orders.set(nameOf(order), order);
    return order;
  };
  const plan = (callbacks: readonly (PlannedCallback & Partial<OtherCallback>)[]): void => {
    // The sort is stable: callbacks that are due at one time keep their order.
    const added = callbacks.map((callback) => {
      count += 1;
      const type = callback.type ?? 'payout.changed';
      return { ...callback, type, callbackId: String(count), tries: 0, nextAtMs: callback.dueAtMs };
    });
    planned = [...planned, ...added].sort((left, right) => left.nextAtMs - right.nextAtMs);
  };
  const change = (callbackId: string, changes: { readonly nextAtMs: number; readonly tries?: number }): void => {
    planned = planned
      .map((callback) => (callback.callbackId === callbackId ? { ...callback, ...changes } : callback))
      .sort((left, right) => left.nextAtMs - right.nextAtMs);
  };
  const kept = (key: OrderKey): StoredOrder => {
    const order = orders.get(nameOf(key));
    if (order === undefined) throw new Error('no such order');
    return order;
  };
  const ownerOf = ({ idempotencyKey, partnerId }: Planned): string | undefined =>
    partnerId ?? [...orders.values()].find((order) => order.idempotencyKey === idempotencyKey)?.partnerId;
  return {
    countCall: async (draft: NewOrder) => {
      const known = orders.get(nameOf(draft)) ?? { ...draft, ...NEW };
      return keep({ ...known, calls: known.calls + 1 });
    },
    hasForerunner: async (order, sinceMs) =>
      [...orders.values()].some((other) => {
        const calledAtMs = other.calledAtMs ?? 0;
        const isBefore = calledAtMs >= sinceMs && calledAtMs <= (order.calledAtMs ?? 0);
        return payeeOf(other) === payeeOf(order) && isBefore && other.idempotencyKey !== order.idempotencyKey;
      }),
    book: async (key, atMs, callbacks) => {
      const order = kept(key);
      if (order.bookedAtMs !== null) return order;
      plan(callbacks);
      return keep({ ...order, bookedAtMs: atMs, bookedAheadMs: ahead.get(key.partnerId) ?? 0 });
    },
    decide: async (key, decision, callback) => {
      const order = orders.get(nameOf(key));
      if (order === undefined || order.bookedAtMs === null) return null;
      if (order.decision !== null) return order;
      plan([callback]);
      return keep({ ...order, decision });
    },
    giveBack: async (key, { fromCents, toCents }, callback) => {
      const order = kept(key);
      if (order.returnedCents !== fromCents) return;
      plan([callback]);
      keep({ ...order, returnedCents: toCents });
    },
    aheadMs: async (partnerId) => ahead.get(partnerId) ?? 0,
    advance: async (partnerId, ms) => {
      ahead.set(partnerId, (ahead.get(partnerId) ?? 0) + ms);
      planned = planned.map((callback) =>
        ownerOf(callback) === partnerId
          ? { ...callback, dueAtMs: callback.dueAtMs - ms, nextAtMs: callback.nextAtMs - ms }
          : callback,
      );
      return ahead.get(partnerId) ?? 0;
    },
    reset: async (partnerId) => {
      planned = planned.filter((callback) => ownerOf(callback) !== partnerId);
      for (const [name, order] of orders) if (order.partnerId === partnerId) orders.delete(name);
      ahead.delete(partnerId);
    },
    find: async (key) => orders.get(nameOf(key)) ?? null,
    list: async (partnerId, { fromMs, toMs, limit }) =>
      [...orders.values()]
        .filter(({ partnerId: owner, bookedAtMs }) => {
          return owner === partnerId && bookedAtMs !== null && bookedAtMs >= fromMs && bookedAtMs < toMs;
        })
        .sort((left, right) => (left.bookedAtMs ?? 0) - (right.bookedAtMs ?? 0))
        .slice(0, limit),
    takeCallbacks: async (nowMs, leasedUntilMs, limit) => {
      const due = planned.filter(({ nextAtMs }) => nextAtMs <= nowMs).slice(0, limit);
      const taken = due.map(({ nextAtMs: _, partnerId: _owner, ...callback }) => ({
        ...callback,
        tries: callback.tries + 1,
      }));
      for (const { callbackId, tries } of taken) change(callbackId, { nextAtMs: leasedUntilMs, tries });
      return taken;
    },
    planCallback: async (callback) => plan([callback]),
    finishCallback: async (callbackId) => {
      planned = planned.filter((callback) => callback.callbackId !== callbackId);
    },
    postponeCallback: async (callbackId, dueAtMs) => change(callbackId, { nextAtMs: dueAtMs }),
    nextCallbackAtMs: async () => planned[0]?.nextAtMs ?? null,
  };
};
