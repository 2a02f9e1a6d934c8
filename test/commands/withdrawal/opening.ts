import type { WithdrawalTerms } from '../../../aggregates/pegged-balance/terms';
import type { CommandContext } from '../../../commands/handling/context';
import type { PeggedRedemption } from '../../../commands/ports/providers/pegged-redemption';
import { type OpenWithdrawalDeps, openWithdrawal } from '../../../commands/withdrawal/open-withdrawal';
import { readBalance } from '../../../commands/withdrawal/request-withdrawal';

/** Longer than any test takes. */
const PATIENCE_MS = 60_000;

/** Reads the wallet's balance and asks for a withdrawal of it, as a caller with time does. */
export const opening =
  (deps: OpenWithdrawalDeps, patienceMs = PATIENCE_MS) =>
  async (redemption: PeggedRedemption, terms: WithdrawalTerms, context: CommandContext) => {
    const lastMomentMs = deps.clock.now() + patienceMs;
    const reading = await readBalance(deps.clock, redemption, terms);
    return openWithdrawal(deps)({ terms, reading, lastMomentMs }, context);
  };
