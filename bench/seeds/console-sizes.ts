/** Sizes of what operators look at. */
export interface ConsoleSizes {
  /** Payments that are made through the log. */
  readonly loggedPayments: number;
  /** Payments in all; the others are copied in SQL. */
  readonly payments: number;
  readonly partners: number;
  /** Things that wait for a person. */
  readonly waiting: number;
  readonly exportedEvents: number;
  /** Requests of each kind. */
  readonly samples: number;
  /** Events of each open payment. */
  readonly liveEvents: number;
  /** First screens. */
  readonly firstSamples: number;
}

export const MANY: ConsoleSizes = {
  loggedPayments: 10_000,
  payments: 1_000_000,
  partners: 1_000,
  waiting: 10_000,
  exportedEvents: 1_000_000,
  samples: 20,
  liveEvents: 15,
  firstSamples: 10,
};

export const FEW: ConsoleSizes = {
  loggedPayments: 500,
  payments: 20_000,
  partners: 100,
  waiting: 1_000,
  exportedEvents: 20_000,
  samples: 10,
  liveEvents: 3,
  firstSamples: 3,
};
