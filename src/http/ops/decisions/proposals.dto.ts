/** The first word of two. */
export interface OpsListedProposal {
  about: 'PAYMENT' | 'DEPOSIT';
  /** Id of the payment or the deposit. */
  id: string;
  /** The proposed end of the payment's step, or the resolution of the deposit. */
  how: string;
  proposedBy: string;
  proposedAt: string;
  reason: string | null;
  partnerId: string | null;
  mode: string | null;
}
