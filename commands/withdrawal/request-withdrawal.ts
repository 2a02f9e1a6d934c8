import type { ChainFamily } from '../../aggregates/chain';
import type { Mode } from '../../aggregates/partner/events';
import type { BalanceReading, WithdrawalTerms } from '../../aggregates/pegged-balance/terms';
import type { FeeParts } from '../../aggregates/quote/events';
import { PEG_HOLDS_MS } from '../../aggregates/quote/market/peg-price';
import { holdsPeg, middleOf } from '../../aggregates/quote/peg';
import { type SplitGross, splitGross } from '../../aggregates/quote/split-gross';
import { invalidField, rejection } from '../../aggregates/rejection';
import type { Alert } from '../alerts/kinds';
import type { UserCaller } from '../handling/caller';
import type { CommandContext } from '../handling/context';
import type { CashoutSettings } from '../handling/settings';
import { type Invoice, type InvoiceDeps, inquiryOf } from '../invoices/invoice';
import { type AskedPixKey, pixKeyInvoice, readPixKey } from '../invoices/pix-key-invoice';
import { mustBePayable } from '../payout/limits';
import { reservePayeeLimit } from '../payout/reserve-payee-limit';
import type { Asset, Catalog } from '../ports/chains/catalog';
import type { Clock } from '../ports/clock';
import type { KeyVault } from '../ports/key-vault';
import type { PeggedRedemption, PeggedRedemptions } from '../ports/providers/pegged-redemption';
import { marketPrice, type PriceDeps } from '../quote/current-price';
import { mustBeWithinLimits } from '../quote/issue-quote';
import { type OfferedAsset, offeredAsset } from '../quote/offered-asset';
import { ownWallet } from '../quote/own-wallet';
import { networkFeeOf, scheduleFor } from '../quote/price-payment';
import { type KycGateDeps, passKycGate } from '../user/kyc-gate';
import { type OpenedWithdrawal, type OpenWithdrawalDeps, openWithdrawal } from './open-withdrawal';
import { findAttempt, mustBeGivenBack } from './redemption/find-attempt';
import { isReading } from './redemption/redemption-answer';

const READ_DEADLINE_MS = 3_000;

/** Balance that the wallet could pay. Refuses PROVIDER_FAILURE, PROVIDER_NOT_CONFIGURED. */
export const readBalance = async (
  clock: Clock,
  redemption: PeggedRedemption,
  { withdrawId, partnerId, mode, wallet }: Pick<WithdrawalTerms, 'withdrawId' | 'partnerId' | 'mode' | 'wallet'>,
): Promise<BalanceReading> => {
  const context = { requestId: withdrawId, partnerId, mode, deadlineMs: clock.now() + READ_DEADLINE_MS };
  const read = await redemption.readBalance(context, wallet);
  if (read.ok && isReading(read.value)) return read.value;
  if (!read.ok && read.kind === 'NOT_CONFIGURED')
    throw rejection('PROVIDER_NOT_CONFIGURED', 'No redemption of the pegged asset is configured');
  throw rejection('PROVIDER_FAILURE', 'The balance of the wallet cannot be read');
};

interface PegDeps extends PriceDeps {
  readonly alert: Alert;
}

/** Refuses PROVIDER_NOT_CONFIGURED, and PROVIDER_FAILURE without a fresh price within half a percent of the peg. */
export const refuseOffPeg = async (deps: PegDeps, { assetId, symbol }: Asset, mode: Mode): Promise<void> => {
  const { sell, buy } = await marketPrice(deps, symbol, mode, PEG_HOLDS_MS);
  const middle = middleOf({ sell, buy });
  if (middle !== null && holdsPeg(middle)) return;
  deps.alert('The market price of a pegged asset is not one real: its withdrawals are refused', {
    ...{ assetId: assetId.toString(), mode, sell, buy },
  });
  throw rejection('PROVIDER_FAILURE', `The market price of ${symbol} is not one real: no withdrawal was made`);
};

export interface AskedWithdrawal {
  readonly user: UserCaller;
  /** Gross: the amount that the wallet pays. */
  readonly amountCents: bigint;
  readonly pixKey: AskedPixKey;
  readonly walletAddress: string;
  readonly description: string | null;
  readonly lastMomentMs: number;
  readonly scenario?: string;
}

export interface RequestWithdrawalDeps extends OpenWithdrawalDeps, InvoiceDeps, KycGateDeps, PegDeps {
  readonly vault: Pick<KeyVault, 'seal' | 'open' | 'digest'>;
  readonly catalog: Catalog;
  readonly redemptions: Pick<PeggedRedemptions, 'choose'>;
  readonly settings: Pick<CashoutSettings, 'minimumCents' | 'maximumCents' | 'floorCents' | 'platformBasisPoints'>;
  readonly canonicalAddress: (family: ChainFamily, text: string) => string | null;
}

/**
 * Refuses what the KYC gate does, VALIDATION_ERROR, WALLET_MISMATCH, AMOUNT_BELOW_MINIMUM, AMOUNT_ABOVE_LIMIT,
 * INVALID_PIX_KEY, INSUFFICIENT_PEGGED_BALANCE, PROVIDER_*, SERVICE_UNAVAILABLE.
 */
export const requestWithdrawal =
  (deps: RequestWithdrawalDeps) =>
  async (asked: AskedWithdrawal, request: CommandContext): Promise<OpenedWithdrawal> => {
    const { withdrawId, context, opened, abandonedId } = await findAttempt(deps.eventStore, request);
    // An opened withdrawal continues, even if it would be refused today.
    if (opened !== null) return opened;
    await passKycGate(deps, asked.user);
    const key = readPixKey(asked.pixKey);
    const pubkey = ownWallet(asked.user, asked.walletAddress);
    const { redemption, asset, network } = chosen(deps, asked);
    const wallet = pubkey === null ? null : deps.canonicalAddress(network.family, pubkey);
    if (wallet === null) throw rejection('WALLET_MISMATCH', `The wallet is not an address of ${network.name}`);
    if (abandonedId !== null) {
      const promised = { network: network.name, wallet, partnerId: asked.user.partnerId, withdrawId: abandonedId };
      await mustBeGivenBack(deps, promised);
    }
    mustBeWithinLimits(asked.amountCents, deps.settings);
    const split = splitGross(asked.amountCents, feeTermsOf(deps, asked.user, { asset, network }));
    mustBePayable(deps, { mode: asked.user.mode, kind: 'PIX_KEY', amountCents: split.netCents });
    const inquiry = inquiryOf(deps, { ...asked, amountCents: split.netCents, kind: 'PIX_KEY' }, context);
    const [invoice, reading] = await Promise.all([
      pixKeyInvoice(inquiry, key),
      readBalance(deps.clock, redemption, { ...asked.user, withdrawId, wallet }),
      refuseOffPeg(deps, asset, asked.user.mode),
    ]);
    const terms = await termsOf(deps, { withdrawId, asked, redemption, asset, wallet, split, invoice });
    await reservePayeeLimit(deps, { paymentId: withdrawId, mode: terms.mode, payout: terms.payout }, context);
    return openWithdrawal(deps)({ terms, reading, lastMomentMs: asked.lastMomentMs }, context);
  };

interface Chosen extends OfferedAsset {
  readonly redemption: PeggedRedemption;
}

const chosen = ({ redemptions, catalog }: RequestWithdrawalDeps, { user }: AskedWithdrawal): Chosen => {
  const redemption = redemptions.choose(user.mode, user.partnerId);
  const offered = redemption === null ? null : offeredAsset(catalog, redemption.assetId, user.mode);
  if (redemption === null || offered?.asset.pegged !== true)
    throw rejection('PROVIDER_NOT_CONFIGURED', `No redemption is configured for ${user.mode} credentials`);
  return { redemption, ...offered };
};

const feeTermsOf = ({ settings }: RequestWithdrawalDeps, user: UserCaller, { asset, network }: OfferedAsset) => ({
  pegged: asset.pegged,
  schedule: scheduleFor(settings, user),
  networkFeeCents: networkFeeOf(asset, network),
});

interface Ingredients extends Omit<Chosen, 'network'> {
  readonly withdrawId: string;
  readonly asked: AskedWithdrawal;
  readonly wallet: string;
  readonly split: SplitGross;
  readonly invoice: Invoice;
}

const termsOf = async (
  { vault }: RequestWithdrawalDeps,
  { withdrawId, asked, redemption, asset, wallet, split, invoice }: Ingredients,
): Promise<WithdrawalTerms> => {
  const { userId, partnerId, mode, externalUserId } = asked.user;
  const { description, scenario } = asked;
  const { assetId, symbol, decimals, network } = asset;
  const { kind, destinationMasked } = invoice;
  const instruction = await vault.seal(userId, JSON.stringify(invoice.instruction));
  const fees: FeeParts = split.fees;
  return {
    ...{ withdrawId, userId, partnerId, mode },
    ...{ network, assetId, symbol, decimals, wallet },
    amountBaseUnits: baseUnitsOf(asked.amountCents, decimals),
    ...{ grossCents: asked.amountCents.toString(), fees, currency: 'BRL', redemption: redemption.name },
    payout: { kind, instruction, amountCents: split.netCents.toString(), destinationMasked },
    ...(description === null ? {} : { description: await vault.seal(userId, description) }),
    ...(externalUserId === undefined ? {} : { externalUserId }),
    ...(scenario === undefined ? {} : { scenario }),
  };
};

/** A unit is one real; the catalog refuses a pegged asset that cannot carry a cent. */
const baseUnitsOf = (cents: bigint, decimals: number): string => {
  if (decimals < 2) throw invalidField('amount', 'the pegged asset has no exact cents');
  return (cents * 10n ** BigInt(decimals - 2)).toString();
};
