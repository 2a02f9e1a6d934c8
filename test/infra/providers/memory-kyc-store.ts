import type { KycStore, StoredKyc } from '../../../infra/providers/sandbox/kyc/kyc-store';
import type { TakenCallback } from '../../../infra/providers/sandbox/payouts/payout-store';

type Planned = TakenCallback & { readonly name: string; readonly nextAtMs: number };

/** The KYC provider's books in memory. */
export const createMemoryKycStore = (): KycStore => {
  const sessions = new Map<string, StoredKyc>();
  let planned: readonly Planned[] = [];
  let count = 0;
  const nameOf = ({ partnerId, ref }: Pick<StoredKyc, 'partnerId' | 'ref'>): string => JSON.stringify([partnerId, ref]);
  const find: KycStore['find'] = async ({ partnerId, providerSessionId }) =>
    [...sessions.values()].find(
      (session) => session.partnerId === partnerId && session.providerSessionId === providerSessionId,
    ) ?? null;
  const change = async (key: Parameters<KycStore['find']>[0], changes: (session: StoredKyc) => Partial<StoredKyc>) => {
    const session = await find(key);
    if (session === null) return null;
    const changed = { ...session, ...changes(session) };
    sessions.set(nameOf(session), changed);
    return changed;
  };
  const forget = (name: string): void => {
    sessions.delete(name);
    planned = planned.filter((callback) => callback.name !== name);
  };
  const put = (changes: (callback: Planned) => Planned): void => {
    planned = planned.map(changes).sort((left, right) => left.nextAtMs - right.nextAtMs);
  };
  const isOf = (name: string, partnerId: string): boolean => sessions.get(name)?.partnerId === partnerId;
  return {
    start: async (session) => {
      const kept = sessions.get(nameOf(session)) ?? session;
      sessions.set(nameOf(session), kept);
      return kept;
    },
    find,
    findByRef: async (key) => sessions.get(nameOf(key)) ?? null,
    reopen: (key, openedAtMs) => change(key, ({ openings }) => ({ openedAtMs, openings: openings + 1 })),
    decide: (key, decision, decidedReason) => change(key, () => ({ decision, decidedReason })),
    plan: async (key, callbacks) => {
      const name = nameOf(key);
      const fresh = callbacks.filter(
        ({ providerEventId }) =>
          sessions.has(name) && !planned.some((callback) => callback.providerEventId === providerEventId),
      );
      const added = fresh.map((callback) => {
        count += 1;
        return { ...callback, name, callbackId: String(count), tries: 0, nextAtMs: callback.dueAtMs };
      });
      planned = [...planned, ...added];
      put((callback) => callback);
    },
    advance: async (partnerId, ms) => {
      for (const [name, session] of sessions)
        if (isOf(name, partnerId)) sessions.set(name, { ...session, openedAtMs: session.openedAtMs - ms });
      put((callback) =>
        isOf(callback.name, partnerId) ? { ...callback, nextAtMs: callback.nextAtMs - ms } : callback,
      );
    },
    takeCallbacks: async (nowMs, leasedUntilMs, limit) => {
      const due = planned.filter(({ nextAtMs }) => nextAtMs <= nowMs).slice(0, limit);
      const taken = due.map(({ name: _name, nextAtMs: _next, ...callback }) => ({
        ...callback,
        tries: callback.tries + 1,
      }));
      put((callback) =>
        due.includes(callback) ? { ...callback, tries: callback.tries + 1, nextAtMs: leasedUntilMs } : callback,
      );
      return taken;
    },
    finishCallback: async (callbackId) => {
      planned = planned.filter((callback) => callback.callbackId !== callbackId);
    },
    postponeCallback: async (callbackId, dueAtMs) =>
      put((callback) => (callback.callbackId === callbackId ? { ...callback, nextAtMs: dueAtMs } : callback)),
    nextCallbackAtMs: async () => planned[0]?.nextAtMs ?? null,
    remove: async (key) => forget(nameOf(key)),
    removeAll: async (partnerId) => {
      for (const name of [...sessions.keys()]) if (isOf(name, partnerId)) forget(name);
    },
  };
};
