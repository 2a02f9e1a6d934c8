import { describeProvider } from '../providers';
import { ORDERS, PAYMENTS } from './orders';
import { REFUNDS } from './refunds';
import { type ChargeContract, type ChargesUnderTest, sceneOf } from './scene';

/**
 * Declares the tests of what every charge provider must do.
 */
export const describeChargeProvider = <World extends ChargesUnderTest>(
  name: string,
  contract: ChargeContract<World>,
): void =>
  describeProvider(`the charge provider ${name}`, contract, { ...ORDERS, ...PAYMENTS, ...REFUNDS }, (world: World) =>
    sceneOf(world, contract),
  );
