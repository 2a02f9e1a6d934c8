import type { Crediting } from '../../../aggregates/cashin/commands';
import type { CashinFacts } from '../../../aggregates/cashin/state';
import { type CashinDeps, isUserBlocked } from '../cashin-step';
import { objectionToWallet } from './delivery-destination';

/** Permission for the partner to credit the user, by the rules of our own deliveries. */
export const creditingOf = async (deps: CashinDeps, facts: CashinFacts): Promise<Crediting> => {
  if (facts.deliveryMode !== 'PARTNER') return 'FREE';
  if (await isUserBlocked(deps, { facts })) return 'HELD';
  return (await objectionToWallet(deps, facts)) ?? 'FREE';
};
