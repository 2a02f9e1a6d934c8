import { acceptFinality } from '../../../commands/watching/operator/accept-finality';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, happened, typesOf } from '../../core';
import { watching } from './watching';

const MINUTE_MS = 60_000;
/** An operator's command; its id is the same for the same name. */
export const by = (name: string) =>
  asking(name, { actor: { kind: 'operator', id: 'ana' }, reason: 'the fork was decided' });

/**
 * Final deposits 0xd1 and 0xd2 of block 1; then another history from block 1 on, which `mine` writes, final up to its
 * end; violated, and accepted from block 1 on.
 */
export const accepted = async (
  write: (chain: ReturnType<typeof watching>['chain']) => void,
  beforehand: 'MATCHED' | 'FINALISED',
) => {
  const world = watching();
  const { chain, deps, look } = world;
  chain.mine({ txid: '0xd1' }, { txid: '0xd2' });
  chain.pass(3);
  await look();
  chain.finalise(4);
  await look();
  if (beforehand === 'MATCHED') await happened(deps.eventStore, event('DepositClaimed'), event('DepositMatched'));
  chain.reorganise(1);
  write(chain);
  chain.finalise(chain.newestNumber());
  await look();
  deps.clock.advance(MINUTE_MS);
  await look();
  await acceptFinality(deps)({ network: 'ethereum', fromHeight: 1n, reason: 'the fork was decided' }, by('accept'));
  const streamOf = (txid: string) => typesOf(deps.eventStore, `deposit-ethereum:${txid}:0`);
  return { ...world, streamOf };
};

export const ACCEPTED = ['FinalityQuestioned', 'FinalityViolated', 'FinalityAccepted'];

/** A history without the deposits. */
export const nowhere = (chain: ReturnType<typeof watching>['chain']) => chain.pass(5);
/** A reader that says the same of every movement. */
export const verdict =
  (one: object): ReturnType<typeof watching>['chain']['reader']['judge'] =>
  async (movements) =>
    ({ judgements: movements.map(() => one), shortfalls: [], unprovedBlocks: 0 }) as never;
