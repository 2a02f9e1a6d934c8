import { liveAndAudit } from '../../simulation/lives';
import type { Plant } from '../../simulation/world/plant';

/** The violation that each planted error must cause: another broken law proves nothing. */
const FOUND: readonly (readonly [Plant, RegExp])[] = [
  ['PAID_TWICE', /^the bank pays nothing that nobody owes/],
  ['PAID_A_CENT_MORE', /^what is booked was paid, to the cent/],
  ['RETURN_INVENTED', /^at most one settled payout/],
  ['RETURN_RESOLVED_TWICE', /^money events balance: .*ReturnResolved of .* takes from returned/],
  ['DECIDED_BLINDLY', /^what has failed was not paid/],
  ['DEBIT_NOT_FINAL', /^no payout without a final debit/],
  ['WEBHOOK_LOST', /^each transition is told once/],
  ['FENCE_LOST', /^one intent per quote/],
  ['DELIVERED_TWICE', /^at most one delivery/],
  ['CHARGED_TWICE', /^nobody is charged for what nobody asked/],
  ['REFUNDED_TWICE', /^of a PIX no more goes back than came/],
  ['DEBT_FORGOTTEN', /^what came in is paid, owed or kept: "cashin-/],
];

/** Lives in which a planted error must have shown. */
const LIVES = 12;

const firstFinding = async (plant: Plant | null, law: RegExp): Promise<string | null> => {
  for (let seed = 1; seed <= LIVES; seed += 1) {
    const { violations } = await liveAndAudit(seed, plant);
    const found = violations.find((violation) => law.test(violation));
    if (found !== undefined) return found;
  }
  return null;
};

/** All lives are lived: minutes of computing on a loaded machine. */
const WITHIN_MS = 900_000;

test(
  'finds nothing without a planted fault',
  async () => {
    expect(await firstFinding(null, /./)).toBeNull();
  },
  WITHIN_MS,
);

test.each(FOUND)(
  '%s is found',
  async (plant, law) => {
    expect(await firstFinding(plant, law)).toMatch(law);
  },
  WITHIN_MS,
);
