import type { FailureCode, FailureKind } from '../../../../commands/ports/result';

export interface ChargeRefusal {
  readonly kind: FailureKind;
  readonly code: FailureCode;
  readonly message: string;
  /** True when the charge is booked despite this answer. */
  readonly books: boolean;
}

/** A PIX that the simulated payer makes by itself, one settlement time after the charge was created. */
export interface PlayedPix {
  /** Added to what is asked. */
  readonly surplusCents: bigint;
  readonly isExpectedPayer: boolean;
}

/** A row of the table (design: providers, "Sandbox provider"). */
export interface ChargeScenario {
  readonly name: string;
  readonly does: string;
  /** NN in the amount R$ ...777.NN; null: by its name alone. */
  readonly number: number | null;
  /** Answers to the first, second, ... call; the last one repeats. Null answers with the charge. */
  readonly answers: readonly (ChargeRefusal | null)[];
  readonly pix: PlayedPix | null;
  /** The provider itself ends the charge, one settlement time after it was created. */
  readonly expires: boolean;
  /** A PIX from within the time is there when the charge is cancelled. */
  readonly paidAtCancel: boolean;
  /** The payer's bank asks for the PIX back, one settlement time after it was paid. */
  readonly disputed: boolean;
  readonly splits: boolean;
  /** What becomes of a refund; UNANSWERED: made, and only asking tells. */
  readonly refund: 'DONE' | 'FAILED' | 'UNANSWERED';
}

type Row = Pick<ChargeScenario, 'name' | 'does'> & Partial<ChargeScenario>;

/** The defaults of every row: it waits to be paid, by the control call. */
const row = (differences: Row): ChargeScenario => ({
  ...{ number: null, answers: [null], pix: null, expires: false, paidAtCancel: false, disputed: false },
  ...{ splits: true, refund: 'DONE', ...differences },
});

const EXACT: PlayedPix = { surplusCents: 0n, isExpectedPayer: true };
const TIMED_OUT: ChargeRefusal = { kind: 'UNKNOWN', code: 'TIMEOUT', message: 'No answer in time', books: true };
const REFUSED: ChargeRefusal = { kind: 'REJECTED', code: 'LIMIT_EXCEEDED', message: 'Refused', books: false };

export const DEFAULT_CHARGE = row({ name: 'CHARGE', does: 'waits to be paid by the control call' });

/** Tests and documentation are made from this table. */
export const CHARGE_SCENARIOS: readonly ChargeScenario[] = [
  DEFAULT_CHARGE,
  row({ name: 'CHARGE_PAID', does: 'is paid exactly, by its payer, after 2 s', pix: EXACT }),
  row({ name: 'CHARGE_EXPIRES', does: 'ends unpaid after 2 s', number: 1, expires: true }),
  row({
    ...{ name: 'CHARGE_UNDERPAID', does: 'is paid one cent too little after 2 s', number: 2 },
    pix: { ...EXACT, surplusCents: -1n },
  }),
  row({
    ...{ name: 'CHARGE_OVERPAID', does: 'is paid one cent too much after 2 s', number: 3 },
    pix: { ...EXACT, surplusCents: 1n },
  }),
  row({
    ...{ name: 'CHARGE_WRONG_PAYER', does: 'is paid from another tax id after 2 s', number: 4 },
    pix: { ...EXACT, isExpectedPayer: false },
  }),
  row({
    ...{ name: 'CHARGE_DISPUTED', does: 'is paid after 2 s, and disputed after 4 s', number: 5 },
    ...{ pix: EXACT, disputed: true },
  }),
  row({ name: 'CHARGE_PAID_AT_CANCEL', does: 'a PIX in time meets the cancel', number: 6, paidAtCancel: true }),
  row({
    name: 'CHARGE_SPLIT_REFUSED',
    does: 'is paid after 2 s without a split',
    number: 7,
    pix: EXACT,
    splits: false,
  }),
  row({
    name: 'CHARGE_TIMEOUT',
    does: 'is created, but the first call does not get to know it',
    answers: [TIMED_OUT, null],
  }),
  row({ name: 'CHARGE_REFUSED', does: 'is refused', answers: [REFUSED] }),
  row({
    ...{ name: 'REFUND_UNANSWERED', does: 'is paid one cent too little; its refund is made without an answer' },
    ...{ pix: { ...EXACT, surplusCents: -1n }, refund: 'UNANSWERED' },
  }),
  row({
    ...{ name: 'REFUND_REFUSED', does: 'is paid one cent too little; its refund is refused' },
    ...{ pix: { ...EXACT, surplusCents: -1n }, refund: 'FAILED' },
  }),
];

const AMOUNT_CYCLE = 100_000n;
const AMOUNT_BASE = 77_700n;

export const chargeScenarioNamed = (name: string): ChargeScenario | null =>
  CHARGE_SCENARIOS.find((scenario) => scenario.name === name) ?? null;

/** By the header, then by the amount; a name of another table leaves the charge to itself. */
export const chooseChargeScenario = (name: string | undefined, amountCents: bigint): ChargeScenario => {
  if (name !== undefined) return chargeScenarioNamed(name) ?? DEFAULT_CHARGE;
  const byAmount = CHARGE_SCENARIOS.find(
    ({ number }) => number !== null && amountCents % AMOUNT_CYCLE === AMOUNT_BASE + BigInt(number),
  );
  return byAmount ?? DEFAULT_CHARGE;
};
