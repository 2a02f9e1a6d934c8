import { buildStaticBrCode } from '../../../../aggregates/codes/build-br-code';
import { createCashinIntent } from '../../../../commands/cashin/create-cashin-intent';
import { issueCashinQuote } from '../../../../commands/cashin/quote/issue-cashin-quote';
import { createCashoutIntent } from '../../../../commands/cashout/create-cashout-intent';
import type { UserCaller } from '../../../../commands/handling/caller';
import type { CommandContext } from '../../../../commands/handling/context';
import type { PayoutDecision, SimulatedPix } from '../../../../commands/ports/providers/sandbox-controls';
import { issueQuote } from '../../../../commands/quote/issue-quote';
import { sandboxDecisions } from '../../../../commands/sandbox/decisions';
import { changeKycStatus } from '../../../../commands/user/change-kyc-status';
import { registerUser } from '../../../../commands/user/register-user';
import { DEFAULT_ASSET } from './catalog';
import type { MemoryDeps } from './deps';

const PARTNER = { partnerId: 'partner1', mode: 'sandbox' } as const;

const PAYEE = { key: 'maria@exemplo.com', payeeName: 'MARIA', payeeCity: 'RECIFE' };
const TAX_ID = '52998224725';

export interface CashoutOrder {
  /** Amount for the payee. */
  readonly amountCents: bigint;
  /** Key of the payee (default: a key without a scenario). */
  readonly pixKey?: string;
  /** Name of a sandbox scenario (default: by key and amount). */
  readonly scenario?: string;
  readonly assetId?: number;
}

export interface CashinOrder {
  /** Amount of the charge. */
  readonly amountCents: bigint;
  readonly scenario?: string;
  readonly assetId?: number;
}

const played = (scenario: string | undefined) => (scenario === undefined ? {} : { scenario });

/** Calls of a partner and its users, by the service's own commands. */
export const partnerCalls = (deps: MemoryDeps) => {
  const { ids } = deps;
  const decisions = sandboxDecisions(deps);
  const asking = (subjectId: string | null): CommandContext => {
    const commandId = ids.uuid();
    return {
      ...{ commandId, isFresh: true, correlationId: null, causationId: commandId, subjectId, requestId: commandId },
      ...{ ...PARTNER, actor: { kind: 'partner', id: PARTNER.partnerId }, reason: null },
    };
  };
  const own = (id: string) => ({ ...PARTNER, id });
  return {
    /** A user with a wallet who has passed KYC. */
    createUser: async (): Promise<UserCaller> => {
      const pubkey = `0x${ids.hex(20)}`;
      const wallet = { pubkey, blockchain: 'ethereum' };
      const { userId } = await registerUser(deps)({ ...PARTNER, externalUserId: null, wallet }, asking(null));
      await changeKycStatus(deps)({ userId, status: 'APPROVED' }, asking(userId));
      return { ...PARTNER, userId, pubkey, feeMarkupBasisPoints: 0 };
    },
    /** The price of a payment to a PIX code, locked for five minutes. Throws a rejection. */
    quote: async (user: UserCaller, { amountCents, pixKey, scenario, assetId = DEFAULT_ASSET }: CashoutOrder) => {
      const invoiceCode = buildStaticBrCode({ ...PAYEE, key: pixKey ?? PAYEE.key, amountCents });
      const asked = { user, assetId, invoiceCode, amountCents: null, sender: null, externalId: null };
      return (await issueQuote(deps)({ ...asked, ...played(scenario) }, asking(user.userId))).quote;
    },
    /** Turns a quote into an intent that waits for a deposit with its memo. Throws a rejection. */
    createCashout: async (user: UserCaller, { quoteId }: { readonly quoteId: string }) =>
      (await createCashoutIntent(deps)({ user, quoteId, sender: null }, asking(user.userId))).intent,
    /** Quotes a purchase and creates its intent, with a charge for the user to pay. Throws a rejection. */
    createCashin: async (user: UserCaller, { amountCents, scenario, assetId = DEFAULT_ASSET }: CashinOrder) => {
      const asked = { user, assetId, amountCents, destinationWallet: null, ...played(scenario) };
      const quote = await issueCashinQuote(deps)(asked, asking(user.userId));
      const created = { user, quoteId: quote.quoteId, customer: { taxID: TAX_ID }, destinationWallet: null };
      await createCashinIntent(deps)(created, asking(user.userId));
      return quote;
    },
    /** Pays the charge of a cash-in; unless it says otherwise exactly, by its payer, now. Each call is another PIX. */
    payPix: (intentId: string, pix: SimulatedPix = {}) => decisions.paySandboxCharge({ ...own(intentId), pix }),
    /** Decides the latest attempt at a payout in the simulated bank's place. Throws a rejection. */
    decidePayout: (id: string, decision: PayoutDecision) => decisions.decideSandboxPayout({ ...own(id), decision }),
  };
};
