import { type Answers, rowsWith, type Scenario, type ScenarioTable, TIMED_OUT } from '../scenarios';

/** A PIX that the simulated payer makes without a call, one settlement time after the charge. */
export interface PlayedPix {
  readonly surplusCents: bigint;
  readonly isExpectedPayer: boolean;
}

export interface ChargeScenario extends Scenario {
  readonly answers: Answers;
  readonly pix: PlayedPix | null;
  /** The provider ends the charge, one settlement time after its creation. */
  readonly expires: boolean;
  /** A PIX from within the time is there when the charge is cancelled. */
  readonly paidAtCancel: boolean;
  /** The payer's bank disputes the PIX, one settlement time after its payment. */
  readonly disputed: boolean;
  readonly splits: boolean;
  /** Outcome of a refund; UNANSWERED: made, and only a query shows it. */
  readonly refund: 'DONE' | 'FAILED' | 'UNANSWERED';
}

/** Waits to be paid, by the control call. */
const row = rowsWith<ChargeScenario>({
  ...{ answers: [null], pix: null, expires: false, paidAtCancel: false, disputed: false, splits: true, refund: 'DONE' },
});

const EXACT: PlayedPix = { surplusCents: 0n, isExpectedPayer: true };
const TOO_LITTLE: PlayedPix = { ...EXACT, surplusCents: -1n };
const REFUSED = { kind: 'REJECTED', code: 'LIMIT_EXCEEDED', message: 'Refused', books: false } as const;

export const CHARGES: ScenarioTable<ChargeScenario> = {
  reais: 777n,
  rows: [
    row('CHARGE', 'waits to be paid by the control call'),
    row('CHARGE_PAID', 'is paid exactly, by its payer, after 2 s', { pix: EXACT }),
    row('CHARGE_EXPIRES', 'ends unpaid after 2 s', { number: 1, expires: true }),
    row('CHARGE_UNDERPAID', 'is paid one cent too little after 2 s', { number: 2, pix: TOO_LITTLE }),
    row('CHARGE_OVERPAID', 'is paid one cent too much after 2 s', { number: 3, pix: { ...EXACT, surplusCents: 1n } }),
    row('CHARGE_WRONG_PAYER', 'is paid from another tax id after 2 s', {
      ...{ number: 4, pix: { ...EXACT, isExpectedPayer: false } },
    }),
    row('CHARGE_DISPUTED', 'is paid after 2 s, and disputed after 4 s', { number: 5, pix: EXACT, disputed: true }),
    row('CHARGE_PAID_AT_CANCEL', 'a PIX in time meets the cancel', { number: 6, paidAtCancel: true }),
    row('CHARGE_SPLIT_REFUSED', 'is paid after 2 s without a split', { number: 7, pix: EXACT, splits: false }),
    row('CHARGE_TIMEOUT', 'is created, but the first call does not get to know it', { answers: [TIMED_OUT, null] }),
    row('CHARGE_REFUSED', 'is refused', { answers: [REFUSED] }),
    row('REFUND_UNANSWERED', 'is paid one cent too little; its refund is made without an answer', {
      ...{ pix: TOO_LITTLE, refund: 'UNANSWERED' },
    }),
    row('REFUND_REFUSED', 'is paid one cent too little; its refund is refused', { pix: TOO_LITTLE, refund: 'FAILED' }),
  ],
};
