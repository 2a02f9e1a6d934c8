import type { CashoutSettings } from '../../../../commands/handling/settings';

export const settings: CashoutSettings = {
  memoPrefix: 'lastro',
  quoteWindowSeconds: 300,
  minimumCents: 100n,
  maximumCents: 1_000_000n,
  floorCents: 100n,
  platformBasisPoints: 150,
  payoutAttemptDelaysMs: [30_000, 300_000],
  depositApprovalCents: 100_000n,
  heldExposureCents: 10_000_000n,
  assignmentHoldSeconds: 1_800,
  expiry: { graceSeconds: {}, ceilingSeconds: 86_400 },
};
