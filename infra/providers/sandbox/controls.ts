import type { BankControls, SandboxControls } from '../../../commands/ports/sandbox-controls';
import type { KycDesk } from './kyc/kyc-desk';

/** Of all simulators: their time moves on together, and a reset empties the books of each. */
export const sandboxControls = (
  bank: BankControls,
  desk: Pick<KycDesk, 'decide' | 'advance' | 'reset'>,
): SandboxControls => ({
  ...bank,
  decideSession: desk.decide,
  advance: async (partnerId, ms) => {
    await desk.advance(partnerId, ms);
    return bank.advance(partnerId, ms);
  },
  reset: async (partnerId) => {
    await Promise.all([bank.reset(partnerId), desk.reset(partnerId)]);
  },
});
