import type { CashinFacts } from '../../aggregates/cashin/state';
import { type Window, windowsOf } from '../pair/comparing/transfers';
import { type AskFor, listWindows } from '../payout/list-whole';
import { asked } from '../payout/payout-answer';
import type { SweepPass, SweptCredits } from '../ports/credit-sweeps';
import type { ChargeProvider, Credit } from '../ports/providers/charge-provider';
import type { CallContext, Failure, Result } from '../ports/result';
import { isId } from './answer-rules';
import { askCharge } from './ask-charge';
import { type CashinDeps, cashinIn } from './cashin-step';
import { recordCharge } from './record-charge';

export interface Walk {
  readonly deps: CashinDeps;
  readonly sweep: SweptCredits;
  readonly provider: ChargeProvider;
  readonly nowMs: number;
}

export interface Walked {
  readonly pass: SweepPass;
  /** MORE: the next run goes on where this one stands. FAILED: the provider did not list what comes next. */
  readonly end: 'ENDED' | 'MORE' | 'FAILED';
}

/** In one run; the next one goes on behind them. */
const MOST_CREDITS = 200;

/** A longer list is refused, so that a shorter window is asked for. */
const MOST_LISTED = 50_000;

const CALL_TIMEOUT_MS = 10_000;

interface Place {
  readonly pass: SweepPass;
  /** Credits that this run may still look at. */
  readonly left: number;
  readonly isFull: boolean;
}

/** Looks at each credit from where the pass stands until now, a window at a time. */
export const walk = async (going: Walk, from: SweepPass): Promise<Walked> => {
  let place: Place = { pass: from, left: MOST_CREDITS, isFull: false };
  for (const window of windowsFrom(from, going.nowMs)) {
    for await (const { window: part, answer } of listWindows(lister(going), window)) {
      if (!answer.ok) return { pass: place.pass, end: 'FAILED' };
      place = await lookThrough(going, place, { part, credits: answer.value });
      if (place.isFull) return { pass: place.pass, end: 'MORE' };
    }
  }
  return { pass: place.pass, end: 'ENDED' };
};

/** First the window where the last run stopped, so that what it looked at is passed over. */
function* windowsFrom({ fromMs, toMs }: SweepPass, nowMs: number): Generator<Window> {
  if (fromMs < toMs) yield { fromMs, toMs };
  yield* windowsOf({ fromMs: toMs, toMs: nowMs });
}

const lister = ({ deps, sweep, provider }: Walk): AskFor<Credit> => {
  const { partnerId, mode } = sweep;
  return async ({ fromMs, toMs }) => {
    const requestId = `sweep-${fromMs}-${toMs}`;
    const call: CallContext = { requestId, partnerId, mode, deadlineMs: deps.clock.now() + CALL_TIMEOUT_MS };
    const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
    return notTooLong(provider.name, await asked(provider.name, () => provider.listCredits(call, from, to)));
  };
};

const notTooLong = (provider: string, answer: Result<readonly Credit[]>): Result<readonly Credit[]> =>
  answer.ok && answer.value.length > MOST_LISTED
    ? { ok: false, kind: 'UNAVAILABLE', code: 'LIMIT_EXCEEDED', provider, message: 'The list is longer than any' }
    : answer;

interface Part {
  readonly part: Window;
  readonly credits: readonly Credit[];
}

const lookThrough = async (going: Walk, { pass, left }: Place, { part, credits }: Part): Promise<Place> => {
  const isResumed = pass.fromMs === part.fromMs && pass.toMs === part.toMs;
  const place = { ...pass, ...part, after: isResumed ? pass.after : '' };
  let [{ after, isWhole }, looked] = [place, 0];
  for (const pix of pixIn(credits)) {
    if (pix.endToEndId <= place.after || (await going.deps.intentOfPix(pix.endToEndId)) !== null) continue;
    if (looked === left) return { pass: { ...place, after, isWhole }, left: 0, isFull: true };
    isWhole = (await isAnswered(going, pix)) && isWhole;
    [after, looked] = [pix.endToEndId, looked + 1];
  }
  return { pass: { ...place, fromMs: part.toMs, after: '', isWhole }, left: left - looked, isFull: false };
};

interface ListedPix {
  readonly endToEndId: string;
  /** Of the charges that it is listed for. */
  readonly chargeKeys: readonly (string | null)[];
}

/** In the order of their ids, each once. */
const pixIn = (credits: readonly Credit[]): readonly ListedPix[] => {
  const keys = new Map<string, Set<string | null>>();
  for (const { endToEndId, chargeKey } of credits) {
    if (isId(endToEndId)) keys.set(endToEndId, (keys.get(endToEndId) ?? new Set()).add(chargeKey));
  }
  const inOrder = [...keys].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return inOrder.map(([endToEndId, chargeKeys]) => ({ endToEndId, chargeKeys: [...chargeKeys] }));
};

/** False when its provider could not be asked about it. A person is told of a PIX that cannot be followed. */
const isAnswered = async (going: Walk, { endToEndId, chargeKeys }: ListedPix): Promise<boolean> => {
  const { deps, sweep, provider } = going;
  const [chargeKey = null] = chargeKeys;
  const facts = { provider: provider.name, partnerId: sweep.partnerId, endToEndId };
  if (chargeKeys.length > 1) {
    deps.alert('A provider lists one PIX for several charges', facts);
    return true;
  }
  const state = chargeKey === null || !isId(chargeKey) ? null : await cashinIn(deps, chargeKey);
  if (state === null || state.status === 'NONE') {
    deps.alert('A PIX came that names no charge of ours', facts);
    return true;
  }
  return follow(going, state.facts, endToEndId);
};

const follow = async (
  { deps, sweep: { partnerId, mode }, provider }: Walk,
  facts: CashinFacts,
  endToEndId: string,
): Promise<boolean> => {
  // Of somebody else's charges nothing is asked in this partner's name.
  if (facts.partnerId !== partnerId || facts.mode !== mode || facts.chargeProvider !== provider.name) return true;
  const charge = await askCharge(deps, facts, provider);
  if (charge.ok) await recordCharge(deps)({ facts, charge: charge.value, closed: null, causeEventId: endToEndId });
  return charge.ok || !mayAnswerLater(charge);
};

/** An answer that cannot be was told to a person, and stays so. */
const mayAnswerLater = ({ kind, code }: Failure): boolean => kind !== 'NOT_FOUND' && code !== 'PROTOCOL';
