import { describeProvider } from '../providers';
import { READINGS } from './readings';
import { type ChainContract, type ChainUnderTest, sceneOf } from './scene';
import { TROUBLE } from './trouble';

/** Declares the tests of what every chain reader must do (design: chains, section 0). */
export const describeChainReader = <World extends ChainUnderTest>(name: string, contract: ChainContract<World>): void =>
  describeProvider(
    `the chain reader ${name}`,
    { idempotency: 'LOOKUP_ONLY', ...contract },
    { ...READINGS, ...TROUBLE },
    (world: World) => sceneOf(world, contract),
  );
