import { describeInScenes } from '../cases';
import { type KycContract, type KycUnderTest, sceneOf } from './scene';
import { ENDS, STARTS, TROUBLE } from './sessions';

/**
 * Declares the tests of what every KYC provider must do.
 */
export const describeKycProvider = <World extends KycUnderTest>(name: string, contract: KycContract<World>): void => {
  const { faults, books = 'PARTNER', erasure = 'BY_CALL' } = contract;
  describeInScenes(`the KYC provider ${name}`, contract, {
    cases: { ...STARTS, ...ENDS, ...TROUBLE },
    sceneOf: (world: World) => sceneOf(world, contract),
    there: [books, erasure, ...Object.keys(faults)],
  });
};
