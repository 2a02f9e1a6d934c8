import type { RedemptionOrder } from '../../../commands/ports/providers/pegged-redemption';
import { orderKeyOf } from '../../chains/evm/signing/order-key';
import type { SigningScope } from '../../chains/evm/signing/signing-scope';
import type { RedemptionSettings } from '../../chains/network-settings';

export interface EvmRedemptionOptions {
  readonly settings: Pick<RedemptionSettings, 'assetId' | 'treasury' | 'formerTreasuries' | 'partnerId'>;
  readonly token: string;
  readonly scope: SigningScope;
}

export interface Redeeming extends EvmRedemptionOptions {
  readonly name: string;
}

export const keyOf = ({ redemptionKey }: Pick<RedemptionOrder, 'redemptionKey'>): string =>
  orderKeyOf({ purpose: 'REDEMPTION', redemptionKey });

/** A debit that was signed before the treasury changed goes to a former one. */
export const treasuriesOf = ({
  treasury,
  formerTreasuries,
}: Pick<RedemptionSettings, 'treasury' | 'formerTreasuries'>): readonly string[] => [
  ...new Set([treasury, ...formerTreasuries]),
];
