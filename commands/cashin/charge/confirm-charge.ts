import type { CashinFacts } from '../../../aggregates/cashin/state';
import type { Confirmation } from '../../payout/outcome/confirm-payout';
import type { Resolved } from '../../payout/request-payout';
import { type CashinDeps, cashinIn, streamOfCashin } from '../cashin-step';
import { askCharge, chargerOf } from './ask-charge';
import { recordCharge } from './record-charge';

/** A key that is unknown after this time is not ours. */
const YOUNG_MS = 60_000;

/** The callback is dropped after this time; `watch-charge` still asks about an open charge. */
const GIVEN_UP_MS = 24 * 3_600_000;

const AGAIN = { soonestMs: 1_000, latestMs: 300_000 };

/** A callback is a hint, never a proof: the provider of the charge is asked first. */
export const confirmCharge =
  (deps: CashinDeps) =>
  async (confirmation: Confirmation): Promise<Resolved> => {
    const { provider, providerKey, providerEventId, firstMadeAtMs } = confirmation;
    const state = await cashinIn(deps, providerKey);
    if (state.status === 'NONE') {
      return deps.clock.now() - firstMadeAtMs >= YOUNG_MS ? 'done' : again(deps, confirmation);
    }
    const { facts } = state;
    if (facts.chargeProvider !== provider) {
      const stream = streamOfCashin(providerKey);
      deps.alert('A provider sent a callback about a charge of another provider', { stream, provider });
      return 'done';
    }
    const isAnswered = await askAndRecord(deps, facts, providerEventId);
    return isAnswered ? 'done' : unanswered(deps, confirmation);
  };

const askAndRecord = async (deps: CashinDeps, facts: CashinFacts, causeEventId: string): Promise<boolean> => {
  const charger = chargerOf(deps, facts);
  const charge = charger === null ? null : await askCharge(deps, facts, charger);
  if (charge?.ok !== true) return false;
  await recordCharge(deps)({ facts, charge: charge.value, closed: null, causeEventId });
  return true;
};

const unanswered = (deps: CashinDeps, confirmation: Confirmation): Resolved => {
  const { provider, providerKey, firstMadeAtMs } = confirmation;
  if (deps.clock.now() - firstMadeAtMs < GIVEN_UP_MS) return again(deps, confirmation);
  const stream = streamOfCashin(providerKey);
  deps.alert('A provider sent a callback about a charge but does not report its payments', { stream, provider });
  return 'done';
};

const again = ({ clock }: CashinDeps, { firstMadeAtMs }: Confirmation): Resolved => {
  const nowMs = clock.now();
  const { soonestMs, latestMs } = AGAIN;
  return { askAgainAtMs: nowMs + Math.min(Math.max(nowMs - firstMadeAtMs, soonestMs), latestMs) };
};
