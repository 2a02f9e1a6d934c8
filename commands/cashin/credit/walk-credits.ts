import { isSettled, type KnownCashin, pixOf } from '../../../aggregates/cashin/state';
import { type AskFor, listWindows } from '../../payout/list-whole';
import { asked } from '../../payout/outcome/payout-answer';
import { type Window, windowsOf } from '../../payout/windows';
import type { Iso } from '../../ports/clock';
import type { SweepPass, SweptCredits } from '../../ports/credit-sweeps';
import type { ChargeProvider, Credit } from '../../ports/providers/charge-provider';
import type { CallContext, Result } from '../../ports/providers/result';
import { type CashinDeps, cashinIn, streamOfCashin } from '../cashin-step';
import { isId } from '../charge/answer-rules';
import { hearOfCharge } from '../charge/ask-charge';
import { believedCharge } from '../charge/believed-charge';
import { recordCharge } from '../charge/record-charge';

export interface Walk {
  readonly deps: CashinDeps;
  readonly sweep: SweptCredits;
  readonly provider: ChargeProvider;
  readonly nowMs: number;
}

export interface Walked {
  readonly pass: SweepPass;
  /** MORE: the next run continues from here. FAILED: the provider did not list the next window. */
  readonly end: 'ENDED' | 'MORE' | 'FAILED';
}

/** Limit per run; the next run continues after it. */
const MOST_CREDITS = 200;

/** A longer list is refused, so that the next question has a shorter window. */
const MOST_LISTED = 50_000;

const CALL_TIMEOUT_MS = 10_000;

/** A bank may list a PIX before its charge reports it, but only this long before. */
const LATE_MS = 3_600_000;

const LEFT_OUT = 'A charge has not reported a PIX for more than an hour';
const UNKNOWN_CHARGE = 'A received PIX names a charge that its provider does not know';

interface Place {
  readonly pass: SweepPass;
  readonly left: number;
  readonly isFull: boolean;
}

export const walk = async (going: Walk, from: SweepPass): Promise<Walked> => {
  let place: Place = { pass: from, left: MOST_CREDITS, isFull: false };
  for (const window of windowsFrom(from, going.nowMs)) {
    for await (const { window: part, answer } of listWindows(creditLister(going), window)) {
      if (!answer.ok) return { pass: place.pass, end: 'FAILED' };
      place = await lookThrough(going, place, { part, credits: answer.value });
      if (place.isFull) return { pass: place.pass, end: 'MORE' };
    }
  }
  return { pass: place.pass, end: 'ENDED' };
};

/** The first window begins where the last run stopped, so that checked credits are skipped. */
function* windowsFrom({ fromMs, toMs }: SweepPass, nowMs: number): Generator<Window> {
  if (fromMs < toMs) yield { fromMs, toMs };
  yield* windowsOf({ fromMs: toMs, toMs: nowMs });
}

export interface CreditList {
  readonly deps: Pick<CashinDeps, 'clock'>;
  readonly sweep: Pick<SweptCredits, 'partnerId' | 'mode'>;
  readonly provider: ChargeProvider;
}

export const creditLister = ({ deps, sweep, provider }: CreditList): AskFor<Credit> => {
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
    ? {
        ok: false,
        kind: 'UNAVAILABLE',
        code: 'LIMIT_EXCEEDED',
        provider,
        message: 'The list exceeds the maximum length',
      }
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
  readonly at: Iso;
  /** Keys of the charges that the list names for it. */
  readonly chargeKeys: readonly (string | null)[];
}

const pixIn = (credits: readonly Credit[]): readonly ListedPix[] => {
  const found = new Map<string, { readonly at: Iso; readonly keys: Set<string | null> }>();
  for (const { endToEndId, at, chargeKey } of credits) {
    if (!isId(endToEndId)) continue;
    const { keys } = found.get(endToEndId) ?? { keys: new Set() };
    found.set(endToEndId, { at, keys: keys.add(chargeKey) });
  }
  const inOrder = [...found].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return inOrder.map(([endToEndId, { at, keys }]) => ({ endToEndId, at, chargeKeys: [...keys] }));
};

/** False while the provider does not report the PIX. A PIX without a known charge raises an alert. */
const isAnswered = async (going: Walk, pix: ListedPix): Promise<boolean> => {
  const { deps, sweep, provider } = going;
  const { endToEndId, chargeKeys } = pix;
  const [chargeKey = null] = chargeKeys;
  const facts = { provider: provider.name, partnerId: sweep.partnerId, endToEndId };
  if (chargeKeys.length > 1) {
    deps.alert('A provider lists one PIX for several charges', facts);
    return true;
  }
  const state = chargeKey === null || !isId(chargeKey) ? null : await cashinIn(deps, chargeKey);
  if (state === null || state.status === 'NONE') {
    deps.alert('A received PIX names no charge of this service', facts);
    return true;
  }
  // The log may contain the PIX before the read models do.
  const isKnown = pixOf(state, endToEndId) !== null || isSettled(state, endToEndId);
  return isOther(going, state) || isKnown || follow(going, state, pix);
};

/** A charge of another partner is never asked about in the name of this partner. */
const isOther = ({ sweep: { partnerId, mode }, provider }: Walk, { facts }: KnownCashin): boolean =>
  facts.partnerId !== partnerId || facts.mode !== mode || facts.chargeProvider !== provider.name;

const follow = async (going: Walk, { facts }: KnownCashin, pix: ListedPix): Promise<boolean> => {
  const { deps, provider, nowMs } = going;
  const { endToEndId } = pix;
  const about = { stream: streamOfCashin(facts.intentId), provider: provider.name, endToEndId };
  const said = await hearOfCharge(deps, facts, provider);
  if (!said.ok) {
    // A missing charge keeps its state. An alert reports it, unless a simulator was reset.
    if (said.kind === 'NOT_FOUND' && facts.mode === 'live') deps.alert(UNKNOWN_CHARGE, about);
    return said.kind === 'NOT_FOUND';
  }
  const charge = await believedCharge({ ...deps, facts }, said);
  // An impossible answer keeps the state too; an alert has just reported it.
  if (!charge.ok) return true;
  await recordCharge(deps)({ facts, charge: charge.value, closed: null, causeEventId: endToEndId });
  if (charge.value.payments.some((paid) => paid.endToEndId === endToEndId)) return true;
  if (nowMs - Date.parse(pix.at) > LATE_MS) deps.alert(LEFT_OUT, about);
  return false;
};
