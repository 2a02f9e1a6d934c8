import { buildStaticBrCode } from '../../../aggregates/codes/build-br-code';
import type { StoredCallback } from '../../../commands/ports/callback-inbox';
import type { PayoutRequest } from '../../../commands/ports/providers/payout-provider';
import type { CallContext } from '../../../commands/ports/providers/result';
import type { SandboxBook } from '../../../infra/providers/sandbox/book/sandbox-book';
import { freshKey } from '../../../packages/testing/src/contracts/providers';
import { manualClock } from '../../../packages/testing/src/ledger/memory/manual-clock';
import { createMemoryBook } from '../../../packages/testing/src/ledger/memory/memory-book';
import { CALLBACK_SECRET, postTo } from '../../doubles/callback-post';
import { askedFor } from '../../doubles/scripted-provider';
import { memorySandbox } from './memory-sandbox';

/** A sandbox bank in memory, on a clock that the test moves, with everything that it called back. */
export const openBank = (settleDelayMs?: number, book: SandboxBook = createMemoryBook()) => {
  const clock = manualClock();
  const hints: StoredCallback[] = [];
  const troubles: string[] = [];
  const post = postTo(clock, (hint) => hints.push(hint));
  const sandbox = memorySandbox(clock, {
    ...{ book, calling: { secret: CALLBACK_SECRET, post, onTrouble: (message) => troubles.push(message) } },
    ...(settleDelayMs === undefined ? {} : { settleDelayMs }),
  });
  const { payouts: provider } = sandbox;
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
  const create = (request: PayoutRequest) => provider.create(context(), request);
  const get = (request: PayoutRequest) => provider.get(context(), askedFor(request.idempotencyKey));
  return { ...sandbox, provider, clock, hints, troubles, context, order, create, get };
};

/** Pay a static code with these differences. */
export const codeWith = (code: { key?: string; txid?: string; amountCents?: bigint }): Partial<PayoutRequest> => {
  const brCode = buildStaticBrCode({ key: 'fulano@exemplo.com', payeeName: 'LOJA', payeeCity: 'RECIFE', ...code });
  return { method: { kind: 'PIX_BRCODE', brCode, amountIsFixed: code.amountCents !== undefined } };
};
