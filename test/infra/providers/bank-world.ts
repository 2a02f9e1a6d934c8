import type { Clock } from '../../../commands/ports/clock';
import type { PayoutMethod, PayoutProvider } from '../../../commands/ports/providers/payout-provider';

export const KEY = { kind: 'PIX_KEY', keyType: 'EMAIL', key: 'fulano@exemplo.com' } as const satisfies PayoutMethod;

/** Closed on this machine. */
const CLOSED_URL = 'http://127.0.0.1:9';

/** The adapter before a server; while `line.isCut` the next order does not reach the server. */
export const onLine = (adapterAt: (url: string) => PayoutProvider, serverUrl: string) => {
  const line = { isCut: false };
  const [provider, cut] = [adapterAt(serverUrl), adapterAt(CLOSED_URL)];
  const create: typeof provider.create = (...order) => {
    const { isCut } = line;
    line.isCut = false;
    return (isCut ? cut : provider).create(...order);
  };
  return { line, provider: { ...provider, create } };
};

export const callAt = (clock: Pick<Clock, 'now'>) =>
  ({ requestId: 'r', partnerId: 'p', mode: 'live', deadlineMs: clock.now() + 10_000 }) as const;
