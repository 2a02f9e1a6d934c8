import type { BankControls, SandboxControls } from '../../../commands/ports/sandbox-controls';
import type { KycDesk } from './kyc/kyc-desk';

/** Of all simulators; a reset empties the books of each. */
export const sandboxControls = (bank: BankControls, desk: Pick<KycDesk, 'decide' | 'reset'>): SandboxControls => ({
  ...bank,
  decideSession: desk.decide,
  reset: async (partnerId) => {
    await Promise.all([bank.reset(partnerId), desk.reset(partnerId)]);
  },
});
