import type { CashinState, KnownCashin } from '../../../aggregates/cashin/state';
import { asked } from '../../payout/payout-answer';
import type { Resolved } from '../../payout/request-payout';
import { chargerOf } from '../ask-charge';
import { type CashinDeps, type CashinStep, callFor, heldBack } from '../cashin-step';
import { recordRefund } from '../record-refund';
import { believedRefund, outcomeOfRefund } from '../refund-answer';

const ASK_EVERY_MS = 300_000;

/**
 * Asks, as long as the step is due, about a refund that operators have recorded as given back after it was sent: what is
 * made all the same is a contradiction. Nothing is ever sent.
 */
export const askOverruledRefund = async (
  deps: CashinDeps,
  step: CashinStep & { readonly endToEndId: string; readonly refundKey: string },
  state: CashinState,
): Promise<Resolved> => {
  if (state.status === 'NONE' || !isOverruled(state, step)) return 'done';
  await ask(deps, step, state);
  return heldBack(deps, ASK_EVERY_MS);
};

type OfRefund = { readonly endToEndId: string; readonly refundKey: string };

const isOverruled = ({ received }: KnownCashin, { endToEndId, refundKey }: OfRefund): boolean =>
  received.some(
    ({ endToEndId: id, refund }) => id === endToEndId && refund?.phase === 'DONE' && refund.overruledKey === refundKey,
  );

const ask = async (deps: CashinDeps, step: CashinStep & OfRefund, state: KnownCashin): Promise<void> => {
  const { facts } = state;
  const provider = chargerOf(deps, facts);
  if (provider === null) return;
  const { refundKey } = step;
  const said = await asked(provider.name, () => provider.getRefund(callFor(deps, facts), refundKey));
  const answer = believedRefund({ ...deps, facts, refundKey }, said);
  const outcome = answer.ok ? outcomeOfRefund(answer) : null;
  if (outcome !== null) await recordRefund(deps)({ ...step, state, outcome, dispatchedAt: null });
};
