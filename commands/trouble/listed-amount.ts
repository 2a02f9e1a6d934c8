import type { CashinFacts } from '../../aggregates/cashin/state';
import type { Cents } from '../../aggregates/money';
import type { CashinDeps } from '../cashin/cashin-step';
import { isAmount } from '../cashin/charge/answer-rules';
import { creditLister } from '../cashin/credit/walk-credits';
import { listWhole } from '../payout/list-whole';
import { windowsOf } from '../payout/windows';
import type { ChargeProvider, Credit } from '../ports/providers/charge-provider';

export interface ListedPix {
  readonly facts: CashinFacts;
  readonly provider: ChargeProvider;
  readonly endToEndId: string;
}

/** Possible difference of clocks; a PIX from before the intent belongs to another payment. */
const CLOCKS_DIFFER_MS = 600_000;

/** As long as a PIX may be refunded or disputed. */
const LONGEST_MS = 90 * 86_400_000;

/** Null when the provider's list lacks the PIX, has it twice with differences, or does not exist. */
export const listedAmount = async (
  deps: Pick<CashinDeps, 'clock'>,
  { facts, provider, endToEndId }: ListedPix,
): Promise<Cents | null> => {
  const { partnerId, mode, intentId, createdAt } = facts;
  const list = creditLister({ deps, provider, sweep: { partnerId, mode } });
  const fromMs = Date.parse(createdAt) - CLOCKS_DIFFER_MS;
  const toMs = Math.min(deps.clock.now(), fromMs + LONGEST_MS);
  for (const window of windowsOf({ fromMs, toMs })) {
    for await (const answer of listWhole(list, window)) {
      if (!answer.ok) return null;
      const found = answer.value.filter((credit) => credit.endToEndId === endToEndId && mayBeOf(intentId, credit));
      if (found.length > 0) return amountOf(found);
    }
  }
  return null;
};

const mayBeOf = (intentId: string, { chargeKey }: Credit): boolean => chargeKey === null || chargeKey === intentId;

const amountOf = (found: readonly Credit[]): Cents | null => {
  const [amount, ...others] = new Set(found.map((credit) => credit.amount));
  return amount !== undefined && others.length === 0 && isAmount(amount) && amount > 0n ? amount : null;
};
