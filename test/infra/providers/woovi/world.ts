import type { PayoutMethod } from '../../../../commands/ports/providers/payout-provider';
import type { ExchangeNote } from '../../../../infra/providers/http/client';
import { createReads } from '../../../../infra/providers/http/reads';
import { createWooviPayouts } from '../../../../infra/providers/woovi/payouts';
import { createCipher } from '../../../../infra/vault/keys/cipher';
import { createMemoryVault } from '../../../../infra/vault/memory-vault';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { createMemoryExpiringValues } from '../../../doubles/memory-expiring-values';
import { openWoovi } from '../../../providers/woovi';

export const KEY = { kind: 'PIX_KEY', keyType: 'EMAIL', key: 'fulano@exemplo.com' } as const satisfies PayoutMethod;

/** Closed on this machine. */
const CLOSED_URL = 'http://127.0.0.1:9';

/** The adapter before a server of its own. */
export const openWorld = async (method: PayoutMethod = KEY) => {
  const [clock, reads] = [manualClock(), createReads()];
  const server = await openWoovi({ now: clock.now });
  const notes: ExchangeNote[] = [];
  const line = { isCut: false };
  const expiring = createMemoryExpiringValues(clock);
  const vault = createMemoryVault(createCipher(Buffer.alloc(32, 7)), clock);
  const adapterAt = (url: string) =>
    createWooviPayouts({
      ...{ name: 'woovi', url, appId: server.appId, reads, clock, expiring, vault },
      onExchange: (note) => void notes.push(note),
    });
  const [provider, cut] = [adapterAt(server.url), adapterAt(CLOSED_URL)];
  const create: typeof provider.create = (...order) => {
    const isCut = line.isCut;
    line.isCut = false;
    return (isCut ? cut : provider).create(...order);
  };
  const close = async () => {
    await reads.close();
    await server.close();
  };
  const call = { requestId: 'r', partnerId: 'p', mode: 'live', deadlineMs: clock.now() + 10_000 } as const;
  return { ...{ server, clock, method, notes, line, expiring, call, close }, provider: { ...provider, create } };
};

export type WooviWorld = Awaited<ReturnType<typeof openWorld>>;
