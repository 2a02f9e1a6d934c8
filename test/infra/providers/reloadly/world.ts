import { buildGiftCardCode } from '../../../../aggregates/codes/gift-card';
import type { Cents } from '../../../../aggregates/money';
import type { PayoutMethod, PayoutRequest } from '../../../../commands/ports/providers/payout-provider';
import type { ExchangeNote } from '../../../../infra/providers/http/client';
import { createReads } from '../../../../infra/providers/http/reads';
import { createReloadlyPayouts } from '../../../../infra/providers/reloadly/payouts';
import { freshKey } from '../../../../packages/testing/src/contracts/providers';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { askedFor } from '../../../doubles/scripted-provider';
import { openReloadly } from '../../../providers/reloadly';
import { PRODUCT_ID } from '../../../providers/reloadly-books';
import { callAt, onLine } from '../bank-world';

export const cardOf = (amount: Cents, productId = PRODUCT_ID): PayoutMethod => ({
  ...{ kind: 'GIFT_CARD', productCode: buildGiftCardCode('RELOADLY', productId, amount) },
});

/** The adapter before a server of its own. */
export const openWorld = async () => {
  const [clock, reads] = [manualClock(), createReads()];
  const server = await openReloadly({ now: clock.now });
  const notes: ExchangeNote[] = [];
  const { clientId, clientSecret } = server;
  const optionsAt = (url: string) => ({
    ...{ name: 'reloadly', url, authUrl: url, clientId, clientSecret, recipientEmail: 'cards@lastro.example' },
    ...{ reads, clock, onExchange: (note: ExchangeNote) => void notes.push(note) },
  });
  const options = optionsAt(server.url);
  const bank = onLine((url) => createReloadlyPayouts(optionsAt(url)), server.url);
  const close = async () => {
    await reads.close();
    await server.close();
  };
  const call = (withinMs = 10_000) => ({ ...callAt(clock), deadlineMs: clock.now() + withinMs });
  /** A card of R$ 50.00. */
  const orderOf = (changes: Partial<PayoutRequest> = {}): PayoutRequest => {
    const notAfter = new Date(clock.now() + 15_000).toISOString();
    return { idempotencyKey: freshKey(), amount: 5_000n, method: cardOf(5_000n), notAfter, ...changes };
  };
  const ordering = {
    ...{ call, orderOf, create: (order: PayoutRequest) => bank.provider.create(call(), order) },
    get: ({ idempotencyKey }: PayoutRequest) =>
      bank.provider.get(call(), { ...askedFor(idempotencyKey), kind: 'GIFT_CARD', sentAt: clock.iso() }),
    boughtFor: ({ idempotencyKey }: PayoutRequest) =>
      server.books.orders.filter(({ told }) => told['customIdentifier'] === idempotencyKey),
  };
  return {
    ...bank,
    ...ordering,
    ...{ server, clock, notes, options, close },
    method: cardOf(1_234n),
    methodOf: cardOf,
  };
};

export type ReloadlyWorld = Awaited<ReturnType<typeof openWorld>>;
