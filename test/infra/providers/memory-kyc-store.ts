import type { KycStore, StoredKyc } from '../../../infra/providers/sandbox/kyc/kyc-store';

/** The KYC provider's books in memory. */
export const createMemoryKycStore = (): KycStore => {
  const sessions = new Map<string, StoredKyc>();
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
  return {
    start: async (session) => {
      const kept = sessions.get(nameOf(session)) ?? session;
      sessions.set(nameOf(session), kept);
      return kept;
    },
    find,
    findByRef: async (key) => sessions.get(nameOf(key)) ?? null,
    reopen: (key, openedAtMs) => change(key, ({ openings }) => ({ openedAtMs, openings: openings + 1 })),
    decide: (key, decision) => change(key, () => ({ decision })),
    remove: async (key) => void sessions.delete(nameOf(key)),
    removeAll: async (partnerId) => {
      for (const [name, session] of sessions) if (session.partnerId === partnerId) sessions.delete(name);
    },
  };
};
