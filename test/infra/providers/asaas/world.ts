import type { PayoutMethod } from '../../../../commands/ports/providers/payout-provider';
import { createAsaasPayouts } from '../../../../infra/providers/asaas/payouts';
import type { ExchangeNote } from '../../../../infra/providers/http/client';
import { createReads } from '../../../../infra/providers/http/reads';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { openAsaas } from '../../../providers/asaas';

export const KEY = { kind: 'PIX_KEY', keyType: 'EMAIL', key: 'fulano@exemplo.com' } as const satisfies PayoutMethod;

/** Closed on this machine. */
const CLOSED_URL = 'http://127.0.0.1:9';

/** The adapter before a server of its own. */
export const openWorld = async (method: PayoutMethod = KEY) => {
  const [clock, reads] = [manualClock(), createReads()];
  const server = await openAsaas({ now: clock.now });
  const notes: ExchangeNote[] = [];
  const line = { isCut: false };
  const optionsAt = (url: string) => ({
    ...{ name: 'asaas', url: `${url}/v3`, accessToken: server.accessToken, reads, clock },
    onExchange: (note: ExchangeNote) => void notes.push(note),
  });
  const options = optionsAt(server.url);
  const [provider, cut] = [createAsaasPayouts(options), createAsaasPayouts(optionsAt(CLOSED_URL))];
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
  return { ...{ server, clock, method, notes, line, options, call, close }, provider: { ...provider, create } };
};

export type AsaasWorld = Awaited<ReturnType<typeof openWorld>>;
