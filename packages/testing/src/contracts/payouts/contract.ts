import { describeProvider } from '../providers';
import { ANSWERS } from './answers';
import { ORDERS } from './orders';
import { type PayoutContract, type PayoutsUnderTest, sceneOf } from './scene';
import { TROUBLE } from './trouble';

/**
 * Declares the tests of what every payout provider must do.
 */
export const describePayoutProvider = <World extends PayoutsUnderTest>(
  name: string,
  contract: PayoutContract<World>,
): void =>
  describeProvider(`the payout provider ${name}`, contract, { ...ORDERS, ...TROUBLE, ...ANSWERS }, (world: World) =>
    sceneOf(world, contract),
  );
