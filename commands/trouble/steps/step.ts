import type { LedgerEvent } from '../../../aggregates/events';
import { rejection } from '../../../aggregates/rejection';
import type { CashinDeps } from '../../cashin/cashin-step';
import type { CommandContext } from '../../handling/context';
import type { Claiming } from '../../handling/handle-claiming';
import type { UsedElsewhereDeps } from '../../handling/used-elsewhere';
import type { SignedOrder } from '../../ports/chains/signed-orders';
import type { PayoutProvider, PayoutProviders } from '../../ports/providers/payout-provider';
import type { PeggedRedemptions } from '../../ports/providers/pegged-redemption';

export interface TroubleDeps extends CashinDeps, UsedElsewhereDeps {
  readonly payoutProviders: Pick<PayoutProviders, 'named'>;
  readonly redemptions: Pick<PeggedRedemptions, 'named'>;
  /** Every provider of payouts that was configured since the last loss of the log. */
  readonly everyPayoutProvider: readonly PayoutProvider[];
}

export interface Deciding<End> {
  readonly paymentId: string;
  readonly outcome: End;
  readonly by: string;
  readonly mayPropose: boolean;
  /** The operator checked the provider, which cannot be asked, for a payout that was not paid. */
  readonly isUnreachable?: boolean;
  readonly context: CommandContext;
}

export interface Decidable {
  readonly found: Claiming['found'];
  /** Our signer must not send the order again; `happened` made the payment. Null: no order is signed. */
  readonly signed: { readonly order: SignedOrder; readonly happened: string | null } | null;
  /** Refuses a transfer that serves another payment by the books of this step alone. */
  readonly mustBeUnused?: () => Promise<void>;
  readonly append: (claiming: Claiming) => Promise<readonly LedgerEvent[]>;
  readonly afterEnd?: () => Promise<void>;
}

/** Refuses the word when the provider's definite answer differs. */
export type ReadyToDecide<End> = (deps: TroubleDeps, deciding: Deciding<End>) => Promise<Decidable>;

export const stays = (why: string) => rejection('WRONG_STATE', `${why}: no decision is possible`);
