import type { randomOf } from './random';

type Random = ReturnType<typeof randomOf>;

/** How often each kind of trouble happens, in percent; many seeds have none of a kind (swarm testing). */
export const troublesOf = (random: Random) => ({
  storePercent: random.pick([0, 0, 5, 20]),
  bankPercent: random.pick([0, 0, 10, 40]),
  /** Processes that stop around a call to the bank, and around an append. */
  senderPercent: random.pick([0, 0, 0, 30]),
  writerPercent: random.pick([0, 0, 0, 3]),
  /** Webhooks that the partner's server does not take. */
  receiverPercent: random.pick([0, 0, 30]),
  /** Share of the stopped processes that never go on. */
  deathPercent: random.pick([0, 50, 100]),
  redemptionPercent: random.pick([0, 0, 10, 40]),
  /** Answers that cannot be true. */
  liePercent: random.pick([0, 0, 0, 5, 30]),
  chargePercent: random.pick([0, 0, 10, 40]),
  deliveryPercent: random.pick([0, 0, 10, 40]),
  disputePercent: random.pick([0, 0, 3]),
  /** Payouts with a return. */
  returnPercent: random.pick([0, 0, 4]),
  /** Payouts that an operator holds. */
  holdPercent: random.pick([0, 0, 10]),
  /** Owners who spend a reserved balance beside us. */
  spendPercent: random.pick([0, 0, 10]),
  reorganisePercent: random.pick([0, 10, 30]),
  nodePercent: random.pick([0, 10, 40]),
  duplicatePercent: random.pick([0, 30, 100]),
  /** Blocks that become final late, and users who pay at the last moment. */
  finalPercent: random.pick([50, 50, 3]),
  payPercent: random.pick([60, 60, 10]),
  /** Reads of the network that fail. */
  awayPercent: random.pick([0, 0, 95]),
});

/** Wallets with enough for a few withdrawals in some worlds, and for all in others. */
export const walletsOf = (random: Random) => {
  const times = random.pick([1n, 10n]);
  return [
    { address: '0xcc', balance: 900_000_000n * times, allowance: 2_000_000_000n * times },
    { address: '0xcd', balance: 2_000_000_000n * times, allowance: 700_000_000n * times },
  ];
};
