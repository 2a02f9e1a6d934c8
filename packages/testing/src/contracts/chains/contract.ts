import { describeInScenes } from '../cases';
import { FINDING } from './finding';
import { READINGS } from './readings';
import { type ChainContract, type ChainUnderTest, sceneOf } from './scene';
import { TROUBLE } from './trouble';

/** Declares the tests of what every chain reader must do. Those of an absent fault are skipped. */
export const describeChainReader = <World extends ChainUnderTest>(name: string, contract: ChainContract<World>): void =>
  describeInScenes(`the chain reader ${name}`, contract, {
    cases: { ...READINGS, ...FINDING, ...TROUBLE },
    sceneOf: (world: World) => sceneOf(world, contract),
    there: Object.keys(contract.faults),
  });
