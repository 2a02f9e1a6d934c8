import { type ConsoleSizes, FEW, MANY } from './seeds/console-sizes';
import type { ListSizes } from './seeds/list-rows';

/** A line of the table, and of `results.json`. `baseline` and `ratio` are null without a comparison. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly baseline: number | null;
  readonly ratio: number | null;
}

export const single = (name: string, value: number, unit: string): Figure => ({
  ...{ name, value, unit, baseline: null, ratio: null },
});

export const against = (name: string, unit: string, value: number, baseline: number): Figure => ({
  ...{ name, value, unit, baseline, ratio: value / baseline },
});

/** Values that a figure has to reach; with both `ratioAtMost` and `valueAtMost`, either is enough. */
export interface Target {
  readonly ratioAtLeast?: number;
  readonly ratioAtMost?: number;
  readonly valueAtMost?: number;
  readonly valueAtLeast?: number;
}

export const TARGETS: { readonly [name: string]: Target } = {
  append: { ratioAtLeast: 1.2 },
  'append-two-processes': { ratioAtLeast: 0.8 },
  'read-all': { ratioAtLeast: 0.4 },
  'read-large': { ratioAtLeast: 0.5 },
  'read-large-rss': { valueAtMost: 200 },
  'create-intent': { ratioAtLeast: 0.4 },
  'create-intent-alone': { valueAtMost: 8 },
  'kyc-session': { ratioAtLeast: 0.1 },
  'cashin-intent': { ratioAtLeast: 0.12 },
  'callback-intake': { ratioAtLeast: 0.5 },
  'withdraw-race': { valueAtMost: 0 },
  'withdraw-race-p99': { valueAtMost: 2_000 },
  'payout-dispatch': { ratioAtLeast: 0.66 },
  dispatch: { ratioAtLeast: 0.7 },
  'quote-overhead': { valueAtMost: 25 },
  'price-age': { valueAtMost: 4_000 },
  'metrics-cost': { ratioAtLeast: 0.95 },
  'get-intent-jwt': { ratioAtLeast: 0.9 },
  'list-keys-apikey': { ratioAtLeast: 0.6 },
  'list-keys-hmac': { ratioAtLeast: 0.75 },
  'credential-timing': { valueAtMost: 0.2 },
  rebuild: { ratioAtLeast: 1 },
  'projection-lag': { valueAtMost: 250 },
  'idle-rss': { valueAtMost: 140 },
  'provider-idle-rss': { valueAtMost: 12 },
  start: { valueAtMost: 3_000 },
  'load-deciders': { valueAtMost: 150 },
  judge: { valueAtMost: 15 },
  'judge-calls': { valueAtMost: 60 },
  'dust-block': { valueAtMost: 60 },
  'dust-block-rss': { valueAtMost: 60 },
  'dust-block-single-receipts': { valueAtMost: 60 },
  'dust-block-single-receipts-rss': { valueAtMost: 60 },
  'confirm-latency': { valueAtMost: 1_500 },
  'confirm-latency-200': { valueAtMost: 4_000 },
  match: { ratioAtLeast: 0.9 },
  inbox: { ratioAtMost: 1.2 },
  'watchers-rss': { valueAtMost: 90 },
  'idle-requests-solana': { valueAtMost: 3 },
  'idle-requests-stellar': { valueAtMost: 3 },
  'idle-requests-xrpl': { valueAtMost: 3 },
  'idle-requests-tron': { valueAtMost: 2 },
  'scan-solana': { ratioAtLeast: 0.5 },
  'scan-stellar': { ratioAtLeast: 0.5 },
  'scan-tron': { ratioAtLeast: 0.5 },
  'scan-xrpl': { ratioAtLeast: 0.5 },
  'wallet-login-hostile': { ratioAtMost: 1.5, valueAtMost: 20 },
  webhooks: { ratioAtLeast: 0.3 },
  'webhooks-slow-receiver': { ratioAtLeast: 0.6 },
  'webhooks-beside-hanging': { ratioAtLeast: 0.9 },
  expiry: { valueAtLeast: 659 },
  lists: { ratioAtMost: 1.35 },
  foreign: { ratioAtMost: 1.5 },
  interleavings: { valueAtMost: 0 },
  'interleavings-time': { valueAtMost: 180 },
  'ops-search': { valueAtMost: 50 },
  'ops-payments': { valueAtMost: 60 },
  'ops-timeline': { valueAtMost: 40 },
  'ops-timeline-long': { valueAtMost: 80 },
  'ops-work': { valueAtMost: 60 },
  export: { ratioAtLeast: 0.5 },
  'export-rss': { valueAtMost: 60 },
  'console-size': { valueAtMost: 45 },
  'dashboard-size': { valueAtMost: 45 },
  'console-build': { valueAtMost: 1_000 },
  live: { valueAtMost: 3_000 },
  'console-first': { valueAtMost: 700 },
  'console-rows': { valueAtMost: 60 },
  'console-rows-work': { valueAtMost: 60 },
  'create-intent-consoles': { ratioAtLeast: 0.95 },
  'idle-rss-consoles': { ratioAtMost: 1.05 },
};

/** How long and how large: the full run is what the figures are taken from. */
export interface Scale {
  /** Its figures are not kept. */
  readonly isTrial: boolean;
  readonly warmMs: number;
  readonly windowMs: number;
  readonly rounds: number;
  readonly users: number;
  /** Clients of a door, each with one request after the other. */
  readonly clients: number;
  /** Intents of five events each, for the log that is read and rebuilt. */
  readonly storedIntents: number;
  /** Count of events of 400 kB each. */
  readonly largeEvents: number;
  readonly lagWindowMs: number;
  readonly idleMs: number;
  /** Samples of each kind of refused credential. */
  readonly timingSamples: number;
  /** Repetitions of a measurement that starts its own service each time; the median counts. */
  readonly repeats: number;
  readonly judgedTransfers: number;
  readonly dustTransfers: number;
  /** Transactions of a receiver; every hundredth has a memo. */
  readonly scannedTransactions: number;
  /** Open intents among which deposits are matched. */
  readonly openIntents: number;
  /** Deposits of the inbox, and intents that they may be meant for. */
  readonly inboxDeposits: number;
  readonly hostileWindowMs: number;
  /** Due webhooks of one partner; an even number. */
  readonly dueWebhooks: number;
  readonly endingIntents: number;
  readonly requestedPayouts: number;
  readonly listSizes: ListSizes;
  readonly listSamples: number;
  readonly besidePayments: number;
  /** Events of a foreign writer meanwhile. */
  readonly foreignEvents: number;
  readonly simulatedPayments: number;
  readonly console: ConsoleSizes;
}

export const FULL: Scale = {
  isTrial: false,
  warmMs: 3_000,
  windowMs: 10_000,
  rounds: 5,
  users: 5_000,
  clients: 64,
  storedIntents: 40_000,
  largeEvents: 2_000,
  lagWindowMs: 60_000,
  idleMs: 60_000,
  timingSamples: 10_000,
  repeats: 3,
  judgedTransfers: 2_000,
  dustTransfers: 5_000,
  scannedTransactions: 10_000,
  openIntents: 1_000_000,
  inboxDeposits: 1_000_000,
  hostileWindowMs: 60_000,
  dueWebhooks: 2_000,
  endingIntents: 2_000,
  requestedPayouts: 2_000,
  listSizes: { intents: 10_000_000, ofPartner: 1_000_000, ofUser: 10_000 },
  listSamples: 500,
  besidePayments: 100,
  foreignEvents: 50_000,
  simulatedPayments: 10_000,
  console: MANY,
};

/** To try the programs; the figures mean little. */
export const QUICK: Scale = {
  isTrial: true,
  warmMs: 1_000,
  windowMs: 2_000,
  rounds: 2,
  users: 500,
  clients: 8,
  storedIntents: 8_000,
  largeEvents: 300,
  lagWindowMs: 5_000,
  idleMs: 3_000,
  timingSamples: 300,
  repeats: 1,
  judgedTransfers: 200,
  dustTransfers: 300,
  scannedTransactions: 1_000,
  openIntents: 20_000,
  inboxDeposits: 50_000,
  hostileWindowMs: 6_000,
  dueWebhooks: 200,
  endingIntents: 200,
  requestedPayouts: 200,
  listSizes: { intents: 100_000, ofPartner: 50_000, ofUser: 10_000 },
  listSamples: 100,
  besidePayments: 10,
  foreignEvents: 5_000,
  simulatedPayments: 200,
  console: FEW,
};

const OF_USER = 10_000;
/** All that is the user's is the partner's, of which there is a tenth of all. */
const LEAST_ROWS = OF_USER * 10;

/** The same, with lists over so many intents. Throws when they cannot be shared out evenly. */
export const withRows = (scale: Scale, intents: number): Scale => {
  if (!Number.isInteger(intents) || intents < LEAST_ROWS || intents % LEAST_ROWS !== 0) {
    throw new Error(`--rows must be a multiple of ${LEAST_ROWS}`);
  }
  return { ...scale, isTrial: true, listSizes: { intents, ofPartner: intents / 10, ofUser: OF_USER } };
};

export interface Bench {
  readonly scale: Scale;
  readonly say: (line: string) => void;
}
