import type { Payout } from '../../../../commands/ports/payout-provider';
import type { ResolvedBrCode } from '../../../../commands/ports/resolved-payee';
import type { FailureCode, FailureKind } from '../../../../commands/ports/result';
import { SETTLE_MS } from '../desk';

export interface Refusal {
  readonly kind: FailureKind;
  readonly code: FailureCode;
  readonly providerCode?: string;
  readonly message: string;
  readonly retryClass?: boolean;
  readonly retryAfterMs?: number;
  /** True when the order is booked despite this answer. */
  readonly books: boolean;
}

export interface Step {
  readonly afterMs: number;
  readonly state: Payout['state'];
}

export interface CallbackStep {
  readonly afterMs: number;
  /** The callback's number in the provider's event id; equal numbers are duplicates. */
  readonly event: number;
  readonly forged: boolean;
}

export interface Triggers {
  /** NN in the amount R$ ...666.NN and in the random key 00000000-0000-4000-8000-0000000000NN. */
  readonly number?: number;
  readonly key?: string;
  /** A BR Code's txid, or the order's description. */
  readonly txid?: string;
}

/** A row of the table (design: providers, "Sandbox provider"). Times count from booking, at the default pace. */
export interface PayoutScenario {
  readonly name: string;
  readonly does: string;
  readonly triggers: Triggers;
  /** Answers to the first, second, ... call; the last one repeats. Null answers with the payout. */
  readonly answers: readonly (Refusal | null)[];
  /**
   * `answers` apply to the first order of an amount to a payee; within this time, another key's order gets the payout.
   * Unscaled, to outlast the waits between attempts. Null: orders are independent.
   */
  readonly forgetsAfterMs: number | null;
  readonly steps: readonly Step[];
  readonly failure: NonNullable<Payout['failure']> | null;
  readonly callbacks: readonly CallbackStep[];
  /** Added to the amount in the bank's answers. */
  readonly surplusCents: bigint;
  readonly codeStatus: ResolvedBrCode['status'];
}

const once = (afterMs: number, event = 1): CallbackStep => ({ afterMs, event, forged: false });
const from = (afterMs: number, state: Step['state']): Step => ({ afterMs, state });

/** The defaults of every row: accepted at once, settled after 2 s, one callback. */
const row = (name: string, does: string, differences: Partial<PayoutScenario> = {}): PayoutScenario => ({
  ...{ name, does, triggers: {}, answers: [null], forgetsAfterMs: null, failure: null, surplusCents: 0n },
  ...{ steps: [from(0, 'ACCEPTED'), from(SETTLE_MS, 'SETTLED')], callbacks: [once(SETTLE_MS)], codeStatus: 'ACTIVE' },
  ...differences,
});

const TIMED_OUT: Refusal = { kind: 'UNKNOWN', code: 'TIMEOUT', message: 'No answer in time', books: true };
const LOST: Refusal = { ...TIMED_OUT, books: false };
const NOT_SENT: Refusal = {
  kind: 'RETRYABLE',
  code: 'OTHER',
  providerCode: '502',
  message: 'Gateway error; not sent',
  books: false,
};
const SLOW_DOWN: Refusal = {
  kind: 'RATE_LIMITED',
  code: 'RATE_LIMITED',
  providerCode: '429',
  message: 'Too many requests',
  retryAfterMs: 3_000,
  books: false,
};

/** Refused at once and booked as failed. */
const rejected = (code: FailureCode, message: string, retryClass = false): Partial<PayoutScenario> => ({
  answers: [{ kind: 'REJECTED', code, message, retryClass, books: true }],
  steps: [from(0, 'FAILED')],
  failure: { code, message, retryClass },
  callbacks: [],
});

const FAILS_LATER = {
  steps: [from(0, 'ACCEPTED'), from(SETTLE_MS, 'FAILED')],
  failure: { code: 'KEY_INVALID', providerCode: 'AC03', message: 'Invalid creditor account', retryClass: false },
} as const;

const WAITS = { steps: [from(0, 'PROCESSING')], callbacks: [] } as const;

export const DEFAULT_PAYOUT = row('DEFAULT', 'ACCEPTED at once, SETTLED after 2 s, one callback');

/** Tests and documentation are made from this table. */
export const PAYOUT_SCENARIOS: readonly PayoutScenario[] = [
  DEFAULT_PAYOUT,
  row('INSUFFICIENT_FUNDS', 'refused, and may be tried again with a new attempt', {
    triggers: { number: 1 },
    ...rejected('INSUFFICIENT_FUNDS', 'Not enough balance', true),
  }),
  row('SETTLE_FAIL', 'ACCEPTED, then FAILED with AC03 after 2 s', {
    triggers: { number: 2, txid: 'PIXFAILSETTLE' },
    ...FAILS_LATER,
  }),
  row('TIMEOUT_THEN_SETTLED', 'outcome unknown; asked, it is PROCESSING, then SETTLED after 30 s', {
    triggers: { number: 3, txid: 'PIXTIMEOUT' },
    answers: [TIMED_OUT, null],
    steps: [from(0, 'PROCESSING'), from(30_000, 'SETTLED')],
    callbacks: [once(30_000)],
  }),
  row('TIMEOUT_NOT_FOUND', 'outcome unknown at every call, and never found', {
    triggers: { number: 4 },
    answers: [LOST],
    callbacks: [],
  }),
  row('STUCK', 'PROCESSING until the control call decides', { triggers: { number: 5 }, ...WAITS }),
  row(
    'RATE_LIMITED',
    'the first call for a payee and an amount in 10 minutes is refused for 3 s; the next works, under any key',
    { triggers: { number: 6 }, answers: [SLOW_DOWN, null], forgetsAfterMs: 600_000 },
  ),
  row('DUPLICATE', 'the first call times out; the second meets "already exists" and is answered with the payout', {
    triggers: { number: 7 },
    answers: [TIMED_OUT, null],
  }),
  row('RETURNED', 'SETTLED, then RETURNED after 60 s', {
    triggers: { number: 8 },
    steps: [from(0, 'ACCEPTED'), from(SETTLE_MS, 'SETTLED'), from(60_000, 'RETURNED')],
    callbacks: [once(SETTLE_MS), once(60_000, 2)],
  }),
  row('WEBHOOK_TWICE', 'the same callback twice, and an older one last', {
    triggers: { number: 9 },
    callbacks: [once(SETTLE_MS, 2), once(SETTLE_MS, 2), once(SETTLE_MS, 1)],
  }),
  row('WEBHOOK_NEVER', 'only asking finds it SETTLED', { triggers: { number: 10 }, callbacks: [] }),
  row('BAD_SIGNATURE', 'the first callback is wrongly signed, the second rightly', {
    triggers: { number: 11 },
    callbacks: [{ afterMs: SETTLE_MS, event: 1, forged: true }, once(SETTLE_MS)],
  }),
  row('FLAP', 'provably not sent twice, then accepted', {
    triggers: { number: 12 },
    answers: [NOT_SENT, NOT_SENT, null],
  }),
  row('WRONG_AMOUNT', 'the bank answers with another amount: a breach of protocol, for an operator', {
    triggers: { number: 13 },
    surplusCents: 1n,
  }),
  row('TRAVEL', 'held for data about the originator until the control call decides', {
    triggers: { number: 14 },
    ...WAITS,
  }),
  row('KEY_NOT_FOUND', 'refused: nobody has this key', {
    triggers: { key: 'fail.notfound@sandbox.example' },
    ...rejected('KEY_NOT_FOUND', 'PIX key not found'),
  }),
  row('KEY_FRAUD_FLAGGED', 'refused: the key is marked for fraud', {
    triggers: { key: 'fail.fraud@sandbox.example' },
    ...rejected('KEY_FRAUD_FLAGGED', 'PIX key is marked for fraud'),
  }),
  row('ACCOUNT_CLOSED', "refused: the payee's account is closed", {
    triggers: { key: 'fail.closed@sandbox.example' },
    ...rejected('ACCOUNT_CLOSED', 'Creditor account is closed'),
  }),
  row('SANCTIONED', 'refused: the payee is on a sanctions list', {
    triggers: { key: 'fail.sanction@sandbox.example' },
    ...rejected('SANCTIONED', 'Payee is on a sanctions list'),
  }),
  row('CODE_EXPIRED', 'reading the code says EXPIRED, and paying it is refused', {
    triggers: { txid: 'PIXEXPIRED' },
    ...rejected('CODE_EXPIRED', 'The code has expired'),
    codeStatus: 'EXPIRED',
  }),
  row('CODE_ALREADY_PAID', 'reading the code says PAID, and paying it is refused', {
    triggers: { txid: 'PIXPAID' },
    ...rejected('CODE_ALREADY_PAID', 'The code was paid already'),
    codeStatus: 'PAID',
  }),
];
