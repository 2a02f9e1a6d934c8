import { buildStaticBrCode } from '../../../aggregates/codes/build-br-code';
import type { StoredCallback } from '../../../commands/ports/callback-inbox';
import type { PayoutRequest } from '../../../commands/ports/payout-provider';
import type { CallContext } from '../../../commands/ports/result';
import type { PayoutStore } from '../../../infra/providers/sandbox/payouts/payout-store';
import { createSandbox } from '../../../infra/providers/sandbox/sandbox';
import { CALLBACK_SECRET, postTo } from '../../doubles/callback-post';
import { manualClock } from './manual-clock';
import { createMemoryPayoutStore } from './memory-payout-store';
import { freshKey } from './payout-contract';

/** A sandbox bank in memory, on a clock that the test moves, with everything that it called back. */
export const openBank = (settleDelayMs?: number, store: PayoutStore = createMemoryPayoutStore()) => {
  const clock = manualClock();
  const hints: StoredCallback[] = [];
  const troubles: string[] = [];
  const sandbox = createSandbox({
    store,
    clock,
    secret: CALLBACK_SECRET,
    post: postTo(clock, (hint) => hints.push(hint)),
    onTrouble: (message) => troubles.push(message),
    ...(settleDelayMs === undefined ? {} : { settleDelayMs }),
  });
  const context = (): CallContext => {
    return { requestId: 'r', partnerId: 'p', mode: 'sandbox', deadlineMs: clock.now() + 60_000 };
  };
  const order = (changes: Partial<PayoutRequest>): PayoutRequest => ({
    idempotencyKey: freshKey(),
    amount: 10_000n,
    method: { kind: 'PIX_KEY', keyType: 'EMAIL', key: 'fulano@exemplo.com' },
    notAfter: new Date(clock.now() + 60_000).toISOString(),
    ...changes,
  });
  const create = (request: PayoutRequest) => sandbox.provider.create(context(), request);
  const get = (request: PayoutRequest) => sandbox.provider.get(context(), request.idempotencyKey);
  return { ...sandbox, clock, hints, troubles, context, order, create, get };
};

/** Pay a static code with these differences. */
export const codeWith = (code: { key?: string; txid?: string; amountCents?: bigint }): Partial<PayoutRequest> => {
  const brCode = buildStaticBrCode({ key: 'fulano@exemplo.com', payeeName: 'LOJA', payeeCity: 'RECIFE', ...code });
  return { method: { kind: 'PIX_BRCODE', brCode, amountIsFixed: code.amountCents !== undefined } };
};
