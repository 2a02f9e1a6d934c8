import { cashin } from '../../../aggregates/cashin/cashin';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';
import { bill, said } from './owed';

const now = time(7_400);
const withdraw = { type: 'WithdrawProposal', by: 'bia', now } as const;

describe('a proposal that an operator withdraws', () => {
  test('accepts no second decision about a payout', () => {
    const unknown = [said('PayoutRequested'), said('PayoutDispatched'), said('PayoutOutcomeUnknown')] as const;
    const proposed = said('PayoutDecisionProposed');
    const withdrawn = said('PayoutProposalWithdrawn');
    const { providerKey } = proposed.data;
    given(bill, ...unknown, proposed)
      .when(withdraw)
      .then(withdrawn);
    given(bill, ...unknown, proposed, withdrawn)
      .when(withdraw)
      .nothing();
    const second = { type: 'DecidePayout', providerKey, by: 'bob', mayPropose: false, now: time(9_000) } as const;
    given(bill, ...unknown, proposed, withdrawn)
      .when(second)
      .rejects('WRONG_STATE');
  });

  test('accepts no second decision about a cash-in', () => {
    const paid = [event('CashinIntentCreated'), event('ChargeCreated'), event('PixReceived'), event('PixAccepted')];
    const history = [...paid, event('CashinDecisionProposed')];
    const withdrawn = event('CashinProposalWithdrawn');
    given(cashin, ...history)
      .when(withdraw)
      .then(withdrawn);
    given(cashin, ...history, withdrawn)
      .when(withdraw)
      .nothing();
  });

  test('accepts no second decision about a debit, nor about its payout', () => {
    const requested = [event('WithdrawalRequested'), event('RedemptionSent')];
    const proposed = event('RedemptionDecisionProposed');
    const withdrawn = event('RedemptionProposalWithdrawn');
    given(withdrawal, ...requested, proposed)
      .when(withdraw)
      .then(withdrawn);
    given(withdrawal, ...requested, proposed, withdrawn)
      .when(withdraw)
      .nothing();
    const paying = [...requested, event('RedemptionSettled')];
    given(withdrawal, ...paying, proposed)
      .when(withdraw)
      .then(withdrawn);
    given(withdrawal, ...paying, proposed, withdrawn)
      .when(withdraw)
      .nothing();
  });
});
