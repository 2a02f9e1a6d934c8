import type { FailureCode } from '../../../../commands/ports/result';
import { type CallbackStep, type Refusal, type Scenario, SETTLE_MS, type Step } from './scenario';

type Row = Pick<Scenario, 'name' | 'does'> & Partial<Scenario>;

const once = (afterMs: number, event = 1): CallbackStep => ({ afterMs, event, forged: false });
const from = (afterMs: number, state: Step['state']): Step => ({ afterMs, state });

/** The defaults of every row: accepted at once, settled after 2 s, one callback. */
const row = (differences: Row): Scenario => ({
  triggers: {},
  answers: [null],
  forgetsAfterMs: null,
  steps: [from(0, 'ACCEPTED'), from(SETTLE_MS, 'SETTLED')],
  failure: null,
  callbacks: [once(SETTLE_MS)],
  surplusCents: 0n,
  codeStatus: 'ACTIVE',
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
const rejected = (code: FailureCode, message: string, retryClass = false): Omit<Row, 'name' | 'does'> => ({
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

export const DEFAULT_SCENARIO = row({ name: 'DEFAULT', does: 'ACCEPTED at once, SETTLED after 2 s, one callback' });

/** Tests and documentation are made from this table. */
export const SCENARIOS: readonly Scenario[] = [
  DEFAULT_SCENARIO,
  row({
    name: 'INSUFFICIENT_FUNDS',
    does: 'refused, and may be tried again with a new attempt',
    triggers: { number: 1 },
    ...rejected('INSUFFICIENT_FUNDS', 'Not enough balance', true),
  }),
  row({
    name: 'SETTLE_FAIL',
    does: 'ACCEPTED, then FAILED with AC03 after 2 s',
    triggers: { number: 2, txid: 'PIXFAILSETTLE' },
    ...FAILS_LATER,
  }),
  row({
    name: 'TIMEOUT_THEN_SETTLED',
    does: 'outcome unknown; asked, it is PROCESSING, then SETTLED after 30 s',
    triggers: { number: 3, txid: 'PIXTIMEOUT' },
    answers: [TIMED_OUT, null],
    steps: [from(0, 'PROCESSING'), from(30_000, 'SETTLED')],
    callbacks: [once(30_000)],
  }),
  row({
    name: 'TIMEOUT_NOT_FOUND',
    does: 'outcome unknown at every call, and never found',
    triggers: { number: 4 },
    answers: [LOST],
    callbacks: [],
  }),
  row({
    name: 'STUCK',
    does: 'PROCESSING until the control call decides',
    triggers: { number: 5 },
    ...WAITS,
  }),
  row({
    name: 'RATE_LIMITED',
    does: 'the first call for a payee and an amount in 10 minutes is refused for 3 s; the next works, under any key',
    triggers: { number: 6 },
    answers: [SLOW_DOWN, null],
    forgetsAfterMs: 600_000,
  }),
  row({
    name: 'DUPLICATE',
    does: 'the first call times out; the second meets "already exists" and is answered with the payout',
    triggers: { number: 7 },
    answers: [TIMED_OUT, null],
  }),
  row({
    name: 'RETURNED',
    does: 'SETTLED, then RETURNED after 60 s',
    triggers: { number: 8 },
    steps: [from(0, 'ACCEPTED'), from(SETTLE_MS, 'SETTLED'), from(60_000, 'RETURNED')],
    callbacks: [once(SETTLE_MS), once(60_000, 2)],
  }),
  row({
    name: 'WEBHOOK_TWICE',
    does: 'the same callback twice, and an older one last',
    triggers: { number: 9 },
    callbacks: [once(SETTLE_MS, 2), once(SETTLE_MS, 2), once(SETTLE_MS, 1)],
  }),
  row({
    name: 'WEBHOOK_NEVER',
    does: 'only asking finds it SETTLED',
    triggers: { number: 10 },
    callbacks: [],
  }),
  row({
    name: 'BAD_SIGNATURE',
    does: 'the first callback is wrongly signed, the second rightly',
    triggers: { number: 11 },
    callbacks: [{ afterMs: SETTLE_MS, event: 1, forged: true }, once(SETTLE_MS)],
  }),
  row({
    name: 'FLAP',
    does: 'provably not sent twice, then accepted',
    triggers: { number: 12 },
    answers: [NOT_SENT, NOT_SENT, null],
  }),
  row({
    name: 'WRONG_AMOUNT',
    does: 'the bank answers with another amount: a breach of protocol, for an operator',
    triggers: { number: 13 },
    surplusCents: 1n,
  }),
  row({
    name: 'TRAVEL',
    does: 'held for data about the originator until the control call decides',
    triggers: { number: 14 },
    ...WAITS,
  }),
  row({
    name: 'KEY_NOT_FOUND',
    does: 'refused: nobody has this key',
    triggers: { key: 'fail.notfound@sandbox.example' },
    ...rejected('KEY_NOT_FOUND', 'PIX key not found'),
  }),
  row({
    name: 'KEY_FRAUD_FLAGGED',
    does: 'refused: the key is marked for fraud',
    triggers: { key: 'fail.fraud@sandbox.example' },
    ...rejected('KEY_FRAUD_FLAGGED', 'PIX key is marked for fraud'),
  }),
  row({
    name: 'ACCOUNT_CLOSED',
    does: "refused: the payee's account is closed",
    triggers: { key: 'fail.closed@sandbox.example' },
    ...rejected('ACCOUNT_CLOSED', 'Creditor account is closed'),
  }),
  row({
    name: 'SANCTIONED',
    does: 'refused: the payee is on a sanctions list',
    triggers: { key: 'fail.sanction@sandbox.example' },
    ...rejected('SANCTIONED', 'Payee is on a sanctions list'),
  }),
  row({
    name: 'CODE_EXPIRED',
    does: 'reading the code says EXPIRED, and paying it is refused',
    triggers: { txid: 'PIXEXPIRED' },
    ...rejected('CODE_EXPIRED', 'The code has expired'),
    codeStatus: 'EXPIRED',
  }),
  row({
    name: 'CODE_ALREADY_PAID',
    does: 'reading the code says PAID, and paying it is refused',
    triggers: { txid: 'PIXPAID' },
    ...rejected('CODE_ALREADY_PAID', 'The code was paid already'),
    codeStatus: 'PAID',
  }),
];
