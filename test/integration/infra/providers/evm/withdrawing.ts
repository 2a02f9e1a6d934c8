import { balanceIdOf } from '../../../../../commands/handling/deterministic-ids';
import { createTurns } from '../../../../../commands/handling/turns';
import { resolveRedemption } from '../../../../../commands/withdrawal/redemption/resolve-redemption';
import { sendRedemption } from '../../../../../commands/withdrawal/redemption/send-redemption';
import { systemClock } from '../../../../../infra/clock';
import { peggedRedemptionsOf } from '../../../../../infra/providers/providers';
import { withdrawalTerms } from '../../../../../packages/testing/src/samples/sample-withdrawal-data';
import { opening } from '../../../../commands/withdrawal/opening';
import { asking, core, typesOf } from '../../../../core';
import { TOKEN_ASSET } from '../../chains/evm/signing/signing-lab';
import type { Redeemer } from './redeeming';

/** The wallet allows 250. */
export const GROSS = 100_000_000n;

/** Withdrawals of the redeemer's wallet. */
export const withdrawing = async ({ redemption, order }: Redeemer) => {
  const redemptions = peggedRedemptionsOf([redemption], systemClock);
  const deps = { ...core(), clock: systemClock, redemptions, walletTurns: createTurns() };
  const chosen = redemptions.choose('sandbox', null)!;
  const termsOf = (withdrawId: string) => ({
    ...withdrawalTerms,
    ...{ withdrawId, network: 'local', assetId: TOKEN_ASSET, decimals: 6, wallet: order.wallet },
    ...{ amountBaseUnits: GROSS.toString(), redemption: redemption.name },
  });
  const stepOf = (withdrawId: string) =>
    ({ stream: `withdrawal-${withdrawId}`, causeEventId: 'cause1', sinceMs: systemClock.now() }) as const;
  return {
    deps,
    ask: (withdrawId: string) => opening(deps)(chosen, termsOf(withdrawId), asking(withdrawId)),
    send: (withdrawId: string) => sendRedemption(deps)(stepOf(withdrawId)),
    resolve: (withdrawId: string) => resolveRedemption(deps)(stepOf(withdrawId)),
    eventsOf: (withdrawId: string) => typesOf(deps.eventStore, `withdrawal-${withdrawId}`),
    ofWallet: () =>
      typesOf(
        deps.eventStore,
        `peggedBalance-${balanceIdOf({ ...withdrawalTerms, network: 'local', wallet: order.wallet })}`,
      ),
  };
};
