import { systemContext } from '../../handling/context';
import { commandIdOf } from '../../handling/deterministic-ids';
import type { Resolved } from '../../payout/request-payout';
import { type CashinDeps, type CashinStep, cashinIn, heldBack } from '../cashin-step';
import { createCharge } from './create-charge';

const AGAIN_MS = 15_000;

/** Asks for a charge with an unknown outcome, until the provider has it or the intent's time is over. */
export const createChargeAgain =
  (deps: CashinDeps) =>
  async ({ intentId, causeEventId }: CashinStep): Promise<Resolved> => {
    const state = await cashinIn(deps, intentId);
    if (state.status !== 'ACTIVE' || state.isCharged) return 'done';
    const now = deps.clock.iso();
    // The charge is cancelled after this time, and never created.
    if (now >= state.facts.expiresAt) return heldBack(deps);
    const context = systemContext('cashins', commandIdOf('create-charge', intentId, now), causeEventId);
    await createCharge(deps)({ intentId, made: null }, context);
    const after = await cashinIn(deps, intentId);
    return after.status === 'ACTIVE' && !after.isCharged ? heldBack(deps, AGAIN_MS) : 'done';
  };
