import type { PayoutMethod } from '../../../../commands/ports/providers/payout-provider';
import type { ExchangeNote } from '../../../../infra/providers/http/client';
import { createReads } from '../../../../infra/providers/http/reads';
import { createWooviPayouts } from '../../../../infra/providers/woovi/payouts';
import { createCipher } from '../../../../infra/vault/keys/cipher';
import { createMemoryVault } from '../../../../infra/vault/memory-vault';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { createMemoryExpiringValues } from '../../../doubles/memory-expiring-values';
import { openWoovi } from '../../../providers/woovi';
import { callAt, KEY, onLine } from '../bank-world';

/** The adapter before a server of its own. */
export const openWorld = async (method: PayoutMethod = KEY) => {
  const [clock, reads] = [manualClock(), createReads()];
  const server = await openWoovi({ now: clock.now });
  const notes: ExchangeNote[] = [];
  const expiring = createMemoryExpiringValues(clock);
  const vault = createMemoryVault(createCipher(Buffer.alloc(32, 7)), clock);
  const adapterAt = (url: string) =>
    createWooviPayouts({
      ...{ name: 'woovi', url, appId: server.appId, reads, clock, expiring, vault },
      onExchange: (note) => void notes.push(note),
    });
  const bank = onLine(adapterAt, server.url);
  const close = async () => {
    await reads.close();
    await server.close();
  };
  return { ...bank, ...{ server, clock, reads, method, notes, expiring, call: callAt(clock), close } };
};

export type WooviWorld = Awaited<ReturnType<typeof openWorld>>;
