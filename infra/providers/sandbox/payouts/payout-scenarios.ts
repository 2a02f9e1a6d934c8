import { type BrCode, parseBrCode } from '../../../../aggregates/codes/br-code';
import type { PixKey } from '../../../../aggregates/codes/pix-key';
import type { Payout, PayoutMethod, PayoutRequest } from '../../../../commands/ports/providers/payout-provider';
import type { ResolvedBrCode } from '../../../../commands/ports/providers/resolved-payee';
import type { FailureCode } from '../../../../commands/ports/providers/result';
import {
  type Answers,
  type Refusal,
  rowOfAmount,
  rowsWith,
  type Scenario,
  type ScenarioTable,
  SETTLE_MS,
  TIMED_OUT,
  type Timeline,
} from '../scenarios';

export interface CallbackStep {
  readonly afterMs: number;
  /** The callback's number in the provider's event id; equal numbers are duplicates. */
  readonly event: number;
  readonly forged?: boolean;
}

/** `number` chooses by the amount R$ ...666.NN and by the random key 00000000-0000-4000-8000-0000000000NN. */
export interface PayoutScenario extends Scenario {
  readonly key: string | null;
  /** The BR Code's txid, or the order's description, that chooses the scenario. */
  readonly txid: string | null;
  readonly answers: Answers;
  /** `answers` apply to the first order of an amount to a payee within this time. Null: orders are independent. */
  readonly forgetsAfterMs: number | null;
  readonly steps: Timeline<Payout['state']>;
  readonly failure: NonNullable<Payout['failure']> | null;
  readonly callbacks: readonly CallbackStep[];
  /** Added to the amount in the bank's answers. */
  readonly surplusCents: bigint;
  readonly codeStatus: ResolvedBrCode['status'];
}

const once = (afterMs: number, event = 1): CallbackStep => ({ afterMs, event });

/** Accepted at once, settled after 2 s, one callback. */
const row = rowsWith<PayoutScenario>({
  ...{ key: null, txid: null, answers: [null], forgetsAfterMs: null, failure: null, surplusCents: 0n },
  ...{ steps: { ACCEPTED: 0, SETTLED: SETTLE_MS }, callbacks: [once(SETTLE_MS)], codeStatus: 'ACTIVE' },
});

const LOST: Refusal = { ...TIMED_OUT, books: false };
const NOT_SENT: Refusal = {
  ...{ kind: 'RETRYABLE', code: 'OTHER', providerCode: '502', message: 'Gateway error; not sent', books: false },
};
const SLOW_DOWN: Refusal = {
  ...{ kind: 'RATE_LIMITED', code: 'RATE_LIMITED', providerCode: '429', message: 'Too many requests' },
  ...{ retryAfterMs: 3_000, books: false },
};

const refused = (
  name: FailureCode,
  does: string,
  message: string,
  { retryClass = false, ...by }: Partial<PayoutScenario> & { readonly retryClass?: boolean },
): PayoutScenario =>
  row(name, does, {
    answers: [{ kind: 'REJECTED', code: name, message, retryClass, books: true }],
    ...{ steps: { FAILED: 0 }, failure: { code: name, message, retryClass }, callbacks: [], ...by },
  });

const WAITS = { steps: { PROCESSING: 0 }, callbacks: [] } as const;

const DEFAULT = row('DEFAULT', 'ACCEPTED at once, SETTLED after 2 s, one callback');

export const PAYOUTS: ScenarioTable<PayoutScenario> = {
  reais: 666n,
  rows: [
    DEFAULT,
    refused('INSUFFICIENT_FUNDS', 'refused, and may be tried again with a new attempt', 'Not enough balance', {
      ...{ number: 1, retryClass: true },
    }),
    row('SETTLE_FAIL', 'ACCEPTED, then FAILED with AC03 after 2 s', {
      ...{ number: 2, txid: 'PIXFAILSETTLE', steps: { ACCEPTED: 0, FAILED: SETTLE_MS } },
      failure: { code: 'KEY_INVALID', providerCode: 'AC03', message: 'Invalid creditor account', retryClass: false },
    }),
    row('TIMEOUT_THEN_SETTLED', 'outcome unknown; asked, it is PROCESSING, then SETTLED after 30 s', {
      ...{ number: 3, txid: 'PIXTIMEOUT', answers: [TIMED_OUT, null], callbacks: [once(30_000)] },
      steps: { PROCESSING: 0, SETTLED: 30_000 },
    }),
    row('TIMEOUT_NOT_FOUND', 'outcome unknown at every call, and never found', {
      ...{ number: 4, answers: [LOST], callbacks: [] },
    }),
    row('STUCK', 'PROCESSING until the control call decides', { number: 5, ...WAITS }),
    row(
      'RATE_LIMITED',
      'the first call for a payee and an amount in 10 minutes is refused for 3 s; the next works, under any key',
      { number: 6, answers: [SLOW_DOWN, null], forgetsAfterMs: 600_000 },
    ),
    row('DUPLICATE', 'the first call times out; the second meets "already exists" and is answered with the payout', {
      ...{ number: 7, answers: [TIMED_OUT, null] },
    }),
    row('RETURNED', 'SETTLED, then RETURNED after 60 s', {
      ...{ number: 8, callbacks: [once(SETTLE_MS), once(60_000, 2)] },
      steps: { ACCEPTED: 0, SETTLED: SETTLE_MS, RETURNED: 60_000 },
    }),
    row('WEBHOOK_TWICE', 'the same callback twice, and an older one last', {
      ...{ number: 9, callbacks: [once(SETTLE_MS, 2), once(SETTLE_MS, 2), once(SETTLE_MS)] },
    }),
    row('WEBHOOK_NEVER', 'only asking finds it SETTLED', { number: 10, callbacks: [] }),
    row('BAD_SIGNATURE', 'the first callback is wrongly signed, the second rightly', {
      ...{ number: 11, callbacks: [{ ...once(SETTLE_MS), forged: true }, once(SETTLE_MS)] },
    }),
    row('FLAP', 'provably not sent twice, then accepted', { number: 12, answers: [NOT_SENT, NOT_SENT, null] }),
    row('WRONG_AMOUNT', 'the bank answers with another amount: a breach of protocol, for an operator', {
      ...{ number: 13, surplusCents: 1n },
    }),
    row('TRAVEL', 'held for data about the originator until the control call decides', { number: 14, ...WAITS }),
    refused('KEY_NOT_FOUND', 'refused: nobody has this key', 'PIX key not found', {
      key: 'fail.notfound@sandbox.example',
    }),
    refused('KEY_FRAUD_FLAGGED', 'refused: the key is marked for fraud', 'PIX key is marked for fraud', {
      key: 'fail.fraud@sandbox.example',
    }),
    refused('ACCOUNT_CLOSED', "refused: the payee's account is closed", 'Creditor account is closed', {
      key: 'fail.closed@sandbox.example',
    }),
    refused('SANCTIONED', 'refused: the payee is on a sanctions list', 'Payee is on a sanctions list', {
      key: 'fail.sanction@sandbox.example',
    }),
    refused('CODE_EXPIRED', 'reading the code says EXPIRED, and paying it is refused', 'The code has expired', {
      ...{ txid: 'PIXEXPIRED', codeStatus: 'EXPIRED' },
    }),
    refused('CODE_ALREADY_PAID', 'reading the code says PAID, and paying it is refused', 'The code was paid already', {
      ...{ txid: 'PIXPAID', codeStatus: 'PAID' },
    }),
  ],
};

const { rows } = PAYOUTS;

/** Null when no scenario has this name. The header of a withdrawal may name one for its debit. */
export const payoutScenarioNamed = (name: string): PayoutScenario | null =>
  rows.find((scenario) => scenario.name === name) ?? (name.startsWith('REDEMPTION') ? DEFAULT : null);

const RANDOM_KEY_BASE = '00000000-0000-4000-8000-0000000000';

export const scenarioOfKey = (key: string): PayoutScenario | undefined =>
  rows.find(
    (row) => row.key === key || (row.number !== null && key === RANDOM_KEY_BASE + `${row.number}`.padStart(2, '0')),
  );

const scenarioOfText = (text: string | null | undefined): PayoutScenario | undefined =>
  rows.find(({ txid }) => txid !== null && txid === text);

export const codeStatusOf = ({ txid }: BrCode): PayoutScenario['codeStatus'] =>
  (scenarioOfText(txid) ?? DEFAULT).codeStatus;

const codeOf = (method: PayoutMethod): BrCode | null => {
  if (method.kind !== 'PIX_BRCODE') return null;
  const result = parseBrCode(method.brCode);
  return result.ok ? result.code : null;
};

export const payeeKeyOf = (method: PayoutMethod): PixKey | null =>
  method.kind === 'PIX_KEY' ? { kind: method.keyType, key: method.key } : (codeOf(method)?.key ?? null);

/** In order of precedence. Null when the header names no scenario. */
export const choosePayout = ({ scenario, method, description, amount }: PayoutRequest): PayoutScenario | null => {
  if (scenario !== undefined) return payoutScenarioNamed(scenario);
  const byKey = scenarioOfKey(payeeKeyOf(method)?.key.toLowerCase() ?? '');
  const byText = scenarioOfText(codeOf(method)?.txid) ?? scenarioOfText(description);
  return byKey ?? byText ?? rowOfAmount(PAYOUTS, amount) ?? DEFAULT;
};
