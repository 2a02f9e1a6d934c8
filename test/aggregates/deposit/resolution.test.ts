import type { Approval, DepositCommand } from '../../../aggregates/deposit/commands';
import { deposit } from '../../../aggregates/deposit/deposit';
import type { PayableIntent } from '../../../aggregates/deposit/matching';
import { intentCreated, movement, time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const depositId = 'ethereum:0xd1:0';
const now = time(0);
const unmatched = [event('DepositFinalised'), event('DepositUnmatched')];
const intent: PayableIntent = { ...intentCreated, status: 'PENDING' };
const TWO: Approval = { needsTwo: true, isNamed: true, mayPropose: true };

const writeOff = (operator: string, approval: Partial<Approval> = {}): DepositCommand => ({
  ...{ type: 'WriteOffDeposit', depositId, word: { operator, reason: 'no owner' } },
  ...{ approval: { ...TWO, ...approval }, now },
});
const assign = (operator: string, intentId = 'cid1'): DepositCommand => ({
  ...{ type: 'AssignDeposit', depositId, intent: { ...intent, intentId } },
  ...{ assignment: { operator, reason: 'ticket', setAside: [] }, approval: TWO, now },
});
const withdraw: DepositCommand = {
  ...{ type: 'WithdrawProposal', depositId, word: { operator: 'eva', reason: 'no' }, now },
};
const proposed = event('DepositResolutionProposed', { proposedBy: 'ana' });
const writtenOff = event('DepositWrittenOff');

test.each([
  ['an assignment', assign('ana')],
  ['the claim of the matcher', { type: 'ClaimDeposit', depositId, intentId: 'cid1', intent, by: 'matcher', now }],
] as const)('refuses %s of a deposit that is written off', (_what, command) =>
  given(deposit, ...unmatched, writtenOff)
    .when(command)
    .rejects('DEPOSIT_TAKEN'));

test('leaves a deposit written off whatever the chain says', () => {
  const { network, memos } = movement;
  const chain = given(deposit, ...unmatched, writtenOff);
  chain.when(writeOff('bob')).nothing();
  chain.when({ type: 'FinaliseDeposit', movement, now }).nothing();
  chain.when({ type: 'RevertDeposit', depositId, reason: 'gone', now, final: { network, memos } }).nothing();
});

test.each([
  [[], 'WRONG_STATE'],
  [[event('DepositObserved')], 'WRONG_STATE'],
  [[event('DepositFinalised')], 'WRONG_STATE'],
  [[...unmatched, event('DepositClaimed')], 'DEPOSIT_TAKEN'],
  [[...unmatched, event('DepositClaimed'), event('DepositMatched')], 'DEPOSIT_TAKEN'],
] as const)('writes off only an unmatched deposit (%#)', (history, code) =>
  given(deposit, ...history)
    .when(writeOff('ana'))
    .rejects(code));

describe('two operators', () => {
  const said = given(deposit, ...unmatched, proposed);

  test('records the word of the first as a proposal', () =>
    given(deposit, ...unmatched)
      .when(writeOff('ana'))
      .then(event('DepositResolutionProposed', { proposedBy: 'ana', proposedAt: now })));
  test('resolves by the word of another one, also once one is enough', () => {
    const decided = event('DepositWrittenOff', { operator: 'bob', proposedBy: 'ana', writtenOffAt: now });
    said.when(writeOff('bob')).then(decided);
    said.when(writeOff('bob', { needsTwo: false })).then(decided);
    said.when(writeOff('bob', { mayPropose: false })).then(decided);
  });
  test.each([
    ['the same operator twice', writeOff('ana')],
    ['the same operator once one is enough', writeOff('ana', { needsTwo: false })],
    ['a name without a key', writeOff('bob', { isNamed: false })],
    ['another resolution', assign('bob')],
  ])('refuses %s', (_what, command) => said.when(command).rejects('WRONG_STATE'));
  test('refuses an assignment to another intent than the proposed one', () => {
    const first = event('DepositResolutionProposed', {
      resolution: { how: 'ASSIGN', intentId: 'cid1', setAside: [] },
      proposedBy: 'ana',
    });
    given(deposit, ...unmatched, first)
      .when(assign('bob', 'cid2'))
      .rejects('WRONG_STATE');
  });
  test('needs two words anew after a withdrawal', () => {
    said.when(withdraw).then(event('DepositProposalWithdrawn', { withdrawnBy: 'eva', reason: 'no', withdrawnAt: now }));
    const withdrawn = given(deposit, ...unmatched, proposed, event('DepositProposalWithdrawn'));
    withdrawn.when(writeOff('bob')).then(event('DepositResolutionProposed', { proposedBy: 'bob', proposedAt: now }));
    withdrawn.when(withdraw).nothing();
  });
  test('needs two words anew when the deposit has moved', () =>
    given(deposit, ...unmatched, proposed, event('DepositClaimed'), event('DepositReleased'))
      .when(writeOff('bob'))
      .then(event('DepositResolutionProposed', { proposedBy: 'bob', proposedAt: now })));
});
