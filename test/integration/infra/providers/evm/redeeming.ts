import type {
  PeggedRedemption,
  PreparedRedemption,
  RedemptionOrder,
} from '../../../../../commands/ports/providers/pegged-redemption';
import type { CallContext } from '../../../../../commands/ports/providers/result';
import type { Signing } from '../../../../../infra/chains/evm/signing/open-signing';
import type { Signer } from '../../../../../infra/chains/evm/signing/signer';
import { createEvmRedemption } from '../../../../../infra/providers/evm-redemption/redemption';
import { freshKey, mustSucceed } from '../../../../../packages/testing/src/contracts/providers';
import { type Opening, type SigningLab, TOKEN_ASSET, TREASURY } from '../../chains/evm/signing/signing-lab';

/** Wallet of the chain that withdraws. */
export const USER = 3;
export const AMOUNT = 25_000_000n;

export const callOf = (): CallContext => ({
  ...{ requestId: 'request-1', partnerId: 'partner-1', mode: 'sandbox' },
  deadlineMs: Date.now() + 600_000,
});

export interface Redeemer {
  readonly redemption: PeggedRedemption;
  readonly signing: Signing;
  readonly signer: Signer;
  readonly order: RedemptionOrder;
  /** The same signer by other nodes, as after a restart. */
  readonly again: (changes: Partial<Opening>) => PeggedRedemption;
  /** The same signer after its treasury was changed. */
  readonly movedTo: (treasury: string, formerTreasuries: readonly string[]) => PeggedRedemption;
}

/** A user with tokens who has allowed a new signer to take them. */
export const redeemer = async (lab: SigningLab, changes: Partial<Opening> = {}): Promise<Redeemer> => {
  const signer = await lab.rich();
  const wallet = lab.chain().wallet(USER).address;
  await lab.tell(0, 'transfer', wallet, 10n * AMOUNT);
  await lab.tell(USER, 'approve', signer.address, 10n * AMOUNT);
  const settings = { assetId: TOKEN_ASSET, treasury: TREASURY, formerTreasuries: [], partnerId: null };
  const redemptionOn = (scope: Signing) => createEvmRedemption({ settings, token: lab.token(), scope });
  const signing = lab.open(signer, changes);
  return {
    ...{ signing, signer, redemption: redemptionOn(signing) },
    order: { redemptionKey: freshKey(), wallet, amountBaseUnits: AMOUNT.toString() },
    movedTo: (treasury, formerTreasuries) =>
      createEvmRedemption({
        settings: { ...settings, treasury, formerTreasuries },
        ...{ token: lab.token(), scope: lab.open(signer) },
      }),
    again: (others) => redemptionOn(lab.open(signer, others)),
  };
};

export const prepared = async ({ redemption, order }: Redeemer): Promise<PreparedRedemption> =>
  mustSucceed(await redemption.prepare(callOf(), order));

/** Sent, in the newest block, and not final yet. */
export const sent = async (one: Redeemer): Promise<PreparedRedemption> => {
  const preparation = await prepared(one);
  mustSucceed(await one.redemption.redeem(callOf(), one.order, preparation));
  return preparation;
};
