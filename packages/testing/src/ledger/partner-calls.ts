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
import { requestWithdrawal } from '../../../../commands/withdrawal/request-withdrawal';
import { SIMULATED_ASSETS, SIMULATED_BRL, SIMULATED_FAUCET } from '../../../../infra/chains/simulated/network';
import { DEFAULT_ASSET } from './catalog';
import type { MemoryDeps } from './deps';

const PARTNER = { partnerId: 'partner1', mode: 'sandbox' } as const;

const PAYEE = { key: 'maria@exemplo.com', payeeName: 'MARIA', payeeCity: 'RECIFE' };
const DECIMALS = SIMULATED_ASSETS.find(({ assetId }) => assetId === SIMULATED_BRL)?.decimals ?? 0;
const BASE_UNITS_PER_CENT = 10n ** BigInt(DECIMALS - 2);
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

export interface WithdrawalOrder {
  /** Gross: what the wallet gives. */
  readonly amountCents: bigint;
  readonly pixKey?: string;
  readonly scenario?: string;
}

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
    /** Gives the user's wallet pegged coins, in the next block, all of which may be taken. */
    creditWallet: async ({ pubkey }: UserCaller, amountCents: bigint): Promise<void> => {
      const baseUnits = amountCents * BASE_UNITS_PER_CENT;
      const credit = { kind: 'CREDIT', fate: 'LANDS', memo: null, allowance: baseUnits, baseUnits } as const;
      const between = { sender: SIMULATED_FAUCET, receiver: pubkey ?? '', assetId: SIMULATED_BRL };
      await deps.sandbox.placeOnNetwork({ ...credit, ...between, ...PARTNER, txid: `0x${ids.hex(32)}` });
    },
    /** Takes pegged coins out of the user's wallet and owes a PIX for them. Throws a rejection. */
    requestWithdrawal: async (user: UserCaller, { amountCents, pixKey, scenario }: WithdrawalOrder) => {
      const asked = { user, amountCents, pixKey: { text: pixKey ?? PAYEE.key, kind: null }, description: null };
      const call = { walletAddress: user.pubkey ?? '', lastMomentMs: Number.POSITIVE_INFINITY };
      const opened = await requestWithdrawal(deps)({ ...asked, ...call, ...played(scenario) }, asking(user.userId));
      return opened.withdrawal;
    },
    /** Decides the latest attempt at a payout in the simulated bank's place. Throws a rejection. */
    decidePayout: (id: string, decision: PayoutDecision) => decisions.decideSandboxPayout({ ...own(id), decision }),
  };
};
