import { decideAttach } from '../../../commands/pair/attach';
import { type BindDeps, type Bound, bind } from '../bind';

export interface AttachRequest {
  readonly actor: string;
  readonly reason: string;
  /** What compares both stores told. */
  readonly differences: number;
}

/**
 * This PostgreSQL has the ledger from now on, and whichever had it before has had its time to see that. Nothing is done
 * to a pair that is right. Rejects with RefusedPair when two looks refuse it.
 */
export const attachPair = (deps: BindDeps, { actor, reason, differences }: AttachRequest): Promise<Bound> =>
  bind(deps, (look, { ledgerId: id, at }) => decideAttach(look, { id, at, actor, reason, differences }));
