import type { Clock } from '../../../../commands/ports/clock';
import { choosePriceFeeds } from '../../../../infra/prices/price-feeds';
import {
  chargeProvidersOf,
  cryptoDeliveriesOf,
  payoutProvidersOf,
  peggedRedemptionsOf,
} from '../../../../infra/providers/providers';
import { chargeControls, createCharges } from '../../../../infra/providers/sandbox/charges/charges';
import { createDeliveries, deliveryControls } from '../../../../infra/providers/sandbox/deliveries';
import { kycControls } from '../../../../infra/providers/sandbox/kyc';
import { createPayouts, payoutControls } from '../../../../infra/providers/sandbox/payouts/payouts';
import { createSandboxPriceFeed } from '../../../../infra/providers/sandbox/prices';
import { createSandboxRedemption } from '../../../../infra/providers/sandbox/redemptions';
import { SETTLE_MS } from '../../../../infra/providers/sandbox/scenarios';
import { createMemoryBook } from './memory/memory-book';
import { createMemoryBooks } from './memory/memory-books';
import type { memoryInbox } from './memory/memory-inbox';

/** Exceeds every run: a callback that was taken is not taken again. */
const LEASE_MS = 365 * 86_400_000;
const BATCH = 1_000;
const NO_BODY = new Uint8Array();

/** The tables of the sandbox over rows in memory. Callbacks go into the inbox when they are due. */
export const sandboxProviders = (clock: Clock, seed: string, inbox: Pick<ReturnType<typeof memoryInbox>, 'store'>) => {
  const book = createMemoryBook();
  const books = createMemoryBooks(clock);
  const planned = new Set<number>();
  const onPlanned = (dueAtMs: number): void => void planned.add(dueAtMs);
  const desk = { book, clock, settleDelayMs: SETTLE_MS, onPlanned };
  const takeCallbacks = async (): Promise<void> => {
    const now = clock.now();
    for (const { id, eventId, about, type, forged } of await book.takeCallbacks(now, now + LEASE_MS, BATCH)) {
      const hints = [{ kind: type === 'payout.changed' ? 'payout' : 'charge', key: about } as const];
      if (!forged) await inbox.store({ source: 'bank/sandbox', eventId, hints, receivedAtMs: now }, NO_BODY);
      await book.endCallback(id, null);
    }
    for (const dueAtMs of planned) if (dueAtMs <= now) planned.delete(dueAtMs);
  };
  return {
    ...{ takeCallbacks, planned: (): readonly number[] => [...planned] },
    payoutProviders: payoutProvidersOf([createPayouts(desk)], clock),
    chargeProviders: chargeProvidersOf([createCharges(desk)], clock),
    cryptoDeliveries: cryptoDeliveriesOf([createDeliveries(desk)], clock),
    redemptions: peggedRedemptionsOf([createSandboxRedemption({ books, clock })], clock),
    placeOnNetwork: books.place,
    priceFeeds: choosePriceFeeds([createSandboxPriceFeed({ clock, seed })]),
    sandboxControls: {
      ...payoutControls(desk),
      ...chargeControls(desk),
      ...deliveryControls(desk),
      ...kycControls(desk),
    },
  };
};
