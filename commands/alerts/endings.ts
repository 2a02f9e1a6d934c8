import { cashin } from '../../aggregates/cashin/cashin';
import type { CashinEvent } from '../../aggregates/cashin/events';
import { isAtRest, owedPartOf } from '../../aggregates/cashin/state';
import { fold } from '../../aggregates/decider';
import type { LedgerEvent } from '../../aggregates/events';
import { awaitedUnder } from '../../aggregates/payout/state';
import { streamNameOf } from '../../aggregates/stream';
import type { NetworkQuestions } from '../ports/standing/network-standing';
import type { AlertEvidence, OpenAlert } from './evidence';

export type IsOver = (evidence: AlertEvidence, alert: OpenAlert) => Promise<boolean>;

const fact = ({ facts, kind, subject }: OpenAlert, name: string): string => {
  const value = facts[name];
  if (value === undefined) throw new Error(`The alert ${kind} ${subject} has no ${name}`);
  return value;
};

export const payoutDecided: IsOver = async (evidence, alert) => {
  const owed = await evidence.payoutIn(fact(alert, 'stream'));
  return owed !== null && awaitedUnder(owed.payout, fact(alert, 'providerKey')) === null;
};

/** Two operators have decided about the payout since it was told. */
export const contradictionDecided: IsOver = async (evidence, alert) => {
  const history = await evidence.historyOf(fact(alert, 'stream'));
  const [providerKey, detail] = [fact(alert, 'providerKey'), fact(alert, 'detail')];
  const told = history.findLastIndex(
    ({ type, data }) => type === 'PayoutContradicted' && data.providerKey === providerKey && data.detail === detail,
  );
  return told >= 0 && history.slice(told).some(isByOperators);
};

const isByOperators = ({ type, data }: LedgerEvent): boolean =>
  type === 'PayoutDecided' || (type === 'PayoutSettled' && data.decided !== undefined);

/** Two operators have decided about the debit since it was told. */
export const redemptionDecided: IsOver = async (evidence, alert) => {
  const history = await evidence.historyOf(fact(alert, 'stream'));
  const detail = fact(alert, 'detail');
  const told = history.findLastIndex(({ type, data }) => type === 'RedemptionContradicted' && data.detail === detail);
  return told >= 0 && history.slice(told).some(({ type }) => type === 'RedemptionDecided');
};

/** Two operators have decided since it was told, and nothing of the cash-in is left to be decided. */
export const cashinDecided: IsOver = async (evidence, alert) => {
  const history = await evidence.historyOf(fact(alert, 'stream'));
  const [about, detail] = [fact(alert, 'about'), fact(alert, 'detail')];
  const told = history.findLastIndex(
    ({ type, data }) => type === 'CashinContradicted' && data.about === about && data.detail === detail,
  );
  if (told < 0 || !history.slice(told).some(({ type }) => type === 'CashinDecided')) return false;
  const state = fold(cashin, history as unknown as readonly CashinEvent[]);
  return state.status !== 'NONE' && isAtRest(state);
};

/** Its charge has told of it since, or an operator has settled it. */
export const creditKnown: IsOver = async (evidence, alert) => {
  const endToEndId = fact(alert, 'endToEndId');
  const history = await evidence.historyOf(fact(alert, 'stream'));
  return history.some(
    ({ type, data }) => (type === 'PixReceived' || type === 'PixSettled') && data.endToEndId === endToEndId,
  );
};

/** Whoever gave it back. */
export const pixGivenBack: IsOver = async (evidence, alert) => {
  const endToEndId = fact(alert, 'endToEndId');
  const history = await evidence.historyOf(fact(alert, 'stream'));
  return history.some(({ type, data }) => type === 'ChargeRefundDone' && data.endToEndId === endToEndId);
};

/** The provider has split it off since, or the PIX goes back. */
export const splitMade: IsOver = async (evidence, alert) => {
  const history = await evidence.historyOf(streamNameOf(cashin, fact(alert, 'intentId')));
  const state = fold(cashin, history as unknown as readonly CashinEvent[]);
  return state.status !== 'NONE' && owedPartOf(state) === 0n;
};

export const providerBackOrDone: IsOver = async (evidence, alert) => {
  const owed = await evidence.payoutIn(fact(alert, 'stream'));
  if (owed === null) return false;
  const { payout, mode } = owed;
  const waits = payout.phase === 'REQUESTED' || payout.phase === 'DISPATCHED' || payout.phase === 'UNKNOWN';
  if (!waits || payout.providerKey !== fact(alert, 'providerKey')) return true;
  return evidence.isProviderThere(fact(alert, 'provider'), mode);
};

export const providerUnneeded: IsOver = async (evidence, alert) => {
  const [provider, mode] = [fact(alert, 'provider'), fact(alert, 'mode')];
  return evidence.isProviderThere(provider, mode) || !(await evidence.hasOpenPayouts(provider, mode));
};

export const depositTaken: IsOver = async (evidence, alert) => {
  const { status } = await evidence.depositIn(fact(alert, 'depositId'));
  return status !== 'UNMATCHED' && status !== 'NONE';
};

export const intentEnded: IsOver = async (evidence, alert) => {
  const { status } = await evidence.intentIn(fact(alert, 'intentId'));
  return status !== 'PENDING' && status !== 'NONE';
};

/** A complete look that began after the cause was last seen raises no such question against the network. */
const answered =
  (isAsked: (questions: NetworkQuestions, alert: OpenAlert) => boolean): IsOver =>
  async (evidence, alert) => {
    const standing = await evidence.readStanding(fact(alert, 'network'));
    if (standing === null || standing.lookedAt === null) return false;
    const isLater = Date.parse(standing.lookedAt) > Date.parse(alert.raisedAt);
    return isLater && !isAsked(standing.questions, alert);
  };

export const finalityReaffirmed = answered(({ finality }) => finality !== undefined);
export const gapPassed = answered(({ gap }) => gap !== undefined);
export const receiversTakePayments = answered(({ receiver }) => receiver !== undefined);
export const secondLooksSucceed = answered(({ failing }) => failing !== undefined);
export const headReached = answered(({ lagging }) => lagging !== undefined);
export const depositsDecided = answered(({ undecided = [] }) => undecided.length > 0);
export const assetResumed = answered(({ haltedAssets = [] }, alert) =>
  haltedAssets.map(String).includes(fact(alert, 'assetId')),
);

export const transactionRead: IsOver = async (evidence, alert) =>
  !(await evidence.isUnread(fact(alert, 'network'), fact(alert, 'txid')));

export const streamReplayed: IsOver = async (evidence, alert) =>
  !(await evidence.isParked(fact(alert, 'projection'), fact(alert, 'stream')));
