import { cashout } from '../../../aggregates/cashout/cashout';
import { fold } from '../../../aggregates/decider';
import { deposit } from '../../../aggregates/deposit/deposit';
import type { Findings } from './demand';
import { type Evidence, ofType, type Streams } from './evidence';

const PATH = /^PENDING( EXPIRED| PROCESSING( COMPLETED| FAILED)?)?$/;

/** 5: the path of each intent; 6: nothing expires early or after a deposit; 7: one intent per quote. */
export const checkPaths = ({ ofCashouts }: Streams, { holds }: Findings): void => {
  const quotes: string[] = [];
  for (const [stream, history] of ofCashouts) {
    const statuses = history.map((_, index) => fold(cashout, history.slice(0, index + 1)).status);
    const path = statuses.filter((status, index) => status !== statuses[index - 1]).join(' ');
    holds('a cash-out goes its way', PATH.test(path), stream, path);
    quotes.push(...ofType(history, 'CashoutIntentCreated').map(({ data }) => data.quoteId));
    for (const { data } of ofType(history, 'CashoutExpired'))
      holds('no intent expires early', data.expiredAt >= data.expiresAt, stream);
  }
  holds('one intent per quote', new Set(quotes).size === quotes.length, quotes);
};

/** 10: revisions without gaps, ids unique. */
export const checkLog = ({ log, ...streams }: Streams, { holds }: Findings): void => {
  holds('event ids are unique', new Set(log.map(({ id }) => id)).size === log.length);
  for (const histories of Object.values(streams).filter((each) => each instanceof Map)) {
    for (const [stream, history] of histories as Streams['ofCashouts'])
      holds(
        'revisions have no gaps',
        history.every(({ revision }, index) => revision === index),
        stream,
      );
  }
};

/** 3 and 27: each payout has one final deposit of its own. */
export const checkDeposits = ({ ofCashouts, ofDeposits }: Streams, { holds, equal }: Findings): void => {
  const used: string[] = [];
  for (const [stream, history] of ofCashouts) {
    const types = history.map(({ type }) => type);
    if (types.includes('PayoutDispatched'))
      equal('no payout without a deposit', types.indexOf('DepositAccepted'), 1, stream);
    for (const { data, position } of ofType(history, 'DepositAccepted')) {
      used.push(data.depositId);
      const paid = ofDeposits.get(`deposit-${data.depositId}`) ?? [];
      const final = paid.find(({ type }) => type === 'DepositFinalised');
      const isBefore = final !== undefined && final.position.commit < position.commit;
      holds('no deposit is accepted that is not final', isBefore, stream);
      const state = fold(deposit, paid);
      const owner = 'intentId' in state ? state.intentId : null;
      equal('a deposit serves whom it says', owner, data.intentId, stream);
    }
  }
  holds('a deposit serves one intent', new Set(used).size === used.length, used);
};

/** 20: at rest every intent has ended, or an operator was notified. Every final deposit is matched, or in the inbox. */
export const checkRest = ({ ofCashouts, ofDeposits, told }: Evidence, { holds, equal }: Findings): void => {
  for (const [stream, history] of ofCashouts) {
    const { status } = fold(cashout, history);
    holds('no intent is pending for ever', status !== 'PENDING', stream);
    if (status === 'PROCESSING') holds('a person was told of what does not end', told.has(stream), stream);
  }
  for (const [stream, history] of ofDeposits) {
    const state = fold(deposit, history);
    const isDecided = state.status === 'MATCHED' || state.status === 'UNMATCHED' || state.status === 'REVERTED';
    holds('every deposit is decided', isDecided, stream, state.status);
    if (state.status !== 'MATCHED') continue;
    const [accepted] = ofType(ofCashouts.get(`cashout-${state.intentId}`) ?? [], 'DepositAccepted');
    equal('who is matched was accepted', `deposit-${accepted?.data.depositId}`, stream, state.intentId);
  }
};
