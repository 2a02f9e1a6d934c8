import type { PayoutMethod } from '../../../../commands/ports/providers/payout-provider';
import { createAsaasPayouts } from '../../../../infra/providers/asaas/payouts';
import type { ExchangeNote } from '../../../../infra/providers/http/client';
import { createReads } from '../../../../infra/providers/http/reads';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { openAsaas } from '../../../providers/asaas';
import { callAt, KEY, onLine } from '../bank-world';

/** The adapter before a server of its own. */
export const openWorld = async (method: PayoutMethod = KEY) => {
  const [clock, reads] = [manualClock(), createReads()];
  const server = await openAsaas({ now: clock.now });
  const notes: ExchangeNote[] = [];
  const optionsAt = (url: string) => ({
    ...{ name: 'asaas', url: `${url}/v3`, accessToken: server.accessToken, reads, clock },
    onExchange: (note: ExchangeNote) => void notes.push(note),
  });
  const options = optionsAt(server.url);
  const bank = onLine((url) => createAsaasPayouts(optionsAt(url)), server.url);
  const close = async () => {
    await reads.close();
    await server.close();
  };
  return { ...bank, ...{ server, clock, method, notes, options, call: callAt(clock), close } };
};

export type AsaasWorld = Awaited<ReturnType<typeof openWorld>>;
