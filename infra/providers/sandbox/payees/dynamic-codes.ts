import type { BrCode } from '../../../../aggregates/codes/br-code';
import type { ResolvedBrCode } from '../../../../commands/ports/resolved-payee';

type Charge = Pick<ResolvedBrCode, 'amount' | 'amountEditable'>;

/** A dynamic code's charge, chosen by the ending of its location. */
export interface ChargeScenario {
  readonly ending: string;
  readonly does: string;
  readonly charge: (printedCents: bigint | null) => Charge;
}

const asPrinted = (printedCents: bigint | null): Charge => ({
  amount: printedCents,
  amountEditable: printedCents === null,
});

/** The sandbox's table of charges: tests and documentation are made from it. */
export const CHARGE_SCENARIOS: readonly ChargeScenario[] = [
  {
    ending: '/interest',
    does: 'costs 2 % more than printed, and R$ 1.00 when nothing is printed',
    charge: (printedCents) => ({
      amount: printedCents === null ? 100n : printedCents + (printedCents * 2n) / 100n,
      amountEditable: false,
    }),
  },
  {
    ending: '/open',
    does: 'leaves the amount to the payer, whatever is printed',
    charge: (printedCents) => ({ amount: printedCents, amountEditable: true }),
  },
  {
    ending: '/unpriced',
    does: 'has no amount and leaves none to the payer: it cannot be paid',
    charge: () => ({ amount: null, amountEditable: false }),
  },
];

export const chargeOf = ({ location, amountCents }: BrCode): Charge => {
  const scenario = CHARGE_SCENARIOS.find(({ ending }) => location?.endsWith(ending) === true);
  return scenario === undefined ? asPrinted(amountCents) : scenario.charge(amountCents);
};
