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

test('keeps a deposit written off after any later report of the chain', () => {
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

  test('records the first decision as a proposal', () =>
    given(deposit, ...unmatched)
      .when(writeOff('ana'))
      .then(event('DepositResolutionProposed', { proposedBy: 'ana', proposedAt: now })));
  test('resolves by the decision of another operator, also when one decision is now enough', () => {
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
  test('needs two decisions anew after a withdrawal', () => {
    said.when(withdraw).then(event('DepositProposalWithdrawn', { withdrawnBy: 'eva', reason: 'no', withdrawnAt: now }));
    const withdrawn = given(deposit, ...unmatched, proposed, event('DepositProposalWithdrawn'));
    withdrawn.when(writeOff('bob')).then(event('DepositResolutionProposed', { proposedBy: 'bob', proposedAt: now }));
    withdrawn.when(withdraw).nothing();
  });
  test('needs two decisions anew when the deposit has moved', () =>
    given(deposit, ...unmatched, proposed, event('DepositClaimed'), event('DepositReleased'))
      .when(writeOff('bob'))
      .then(event('DepositResolutionProposed', { proposedBy: 'bob', proposedAt: now })));
});

describe('a refund', () => {
  const { sender } = movement;
  const refund = (operator: string, given_: object = {}, approval: Partial<Approval> = {}): DepositCommand => ({
    ...{ type: 'RefundDeposit', depositId, refund: { txid: '0xe1', to: sender, ...given_ } },
    ...{ word: { operator, reason: 'no owner' }, approval: { ...TWO, needsTwo: false, ...approval }, now },
  });
  const refunded = event('DepositRefunded', { to: sender, operator: 'ana', refundedAt: now });
  const inbox = given(deposit, ...unmatched);

  test('to the sender needs one decision below the limit', () => inbox.when(refund('ana')).then(refunded));
  test('above the limit needs two decisions', () =>
    inbox.when(refund('ana', {}, { needsTwo: true })).then(
      event('DepositResolutionProposed', {
        ...{ resolution: { how: 'REFUND', txid: '0xe1', to: sender }, proposedBy: 'ana', proposedAt: now },
      }),
    ));
  test.each([
    ['another address', { to: '0xcc' }],
    ['another reference', { reference: '42' }],
  ])('to %s needs two equal decisions', (_what, elsewhere) => {
    const resolution = { how: 'REFUND', txid: '0xe1', to: sender, ...elsewhere } as const;
    const said = event('DepositResolutionProposed', { resolution, proposedBy: 'ana', proposedAt: now });
    inbox.when(refund('ana', elsewhere)).then(said);
    const waiting = given(deposit, ...unmatched, said);
    waiting.when(refund('bob', { ...elsewhere, txid: '0xe2' })).rejects('WRONG_STATE');
    waiting.when(refund('bob')).rejects('WRONG_STATE');
    const data = { ...elsewhere, operator: 'bob', proposedBy: 'ana' };
    waiting.when(refund('bob', elsewhere)).then({ ...refunded, data: { ...refunded.data, ...data } });
  });
  test('to the reference of the sender needs one decision', () => {
    const tagged = given(deposit, event('DepositFinalised', { senderReference: '42' }), event('DepositUnmatched'));
    tagged.when(refund('ana', { reference: '42' })).then({ ...refunded, data: { ...refunded.data, reference: '42' } });
    tagged.when(refund('ana')).then(
      event('DepositResolutionProposed', {
        ...{ resolution: { how: 'REFUND', txid: '0xe1', to: sender }, proposedBy: 'ana', proposedAt: now },
      }),
    );
  });
  test.each([
    ['a transfer of our own', { isOwn: true }],
    ['a deposit by its own transaction', { txid: '0xE1' }],
  ] as const)('is not made for %s', (_what, facts) =>
    given(deposit, event('DepositFinalised', facts), event('DepositUnmatched'))
      .when(refund('ana'))
      .rejects('WRONG_STATE'));
  test('is recorded once, and ends every other resolution', () => {
    const done = given(deposit, ...unmatched, refunded);
    done.when(refund('bob', { txid: '0xE1' })).nothing();
    for (const command of [refund('bob', { txid: '0xe2' }), writeOff('bob'), assign('bob')]) {
      done.when(command).rejects('DEPOSIT_TAKEN');
    }
    given(deposit, ...unmatched, writtenOff)
      .when(refund('ana'))
      .rejects('DEPOSIT_TAKEN');
  });
});

describe('the hold of a proposed assignment', () => {
  const proposedAt = time(0);
  const heldUntil = time(1_800);
  const hold = { memo: intent.memo, heldUntil };
  const assigning = (operator: string, second: number): DepositCommand => {
    const command = { ...assign(operator), heldUntil: time(second + 1_800), now: time(second) };
    return command as DepositCommand;
  };
  const resolution = { how: 'ASSIGN', intentId: 'cid1', setAside: [] } as const;
  const held = event('DepositResolutionProposed', { resolution, ...hold, proposedBy: 'ana', proposedAt });
  const waiting = given(deposit, ...unmatched, held);

  test('names the intent by its memo, and its end', () =>
    given(deposit, ...unmatched)
      .when(assigning('ana', 0))
      .then({ ...held, data: { ...held.data, reason: 'ticket' } }));
  test('is named by the withdrawal of the proposal', () =>
    waiting.when(withdraw).then(
      event('DepositProposalWithdrawn', {
        ...{ withdrawnBy: 'eva', reason: 'no' },
        memo: intent.memo,
        withdrawnAt: now,
      }),
    ));
  test('ends the proposal, and either operator can propose anew', () => {
    waiting.when(writeOff('bob')).rejects('WRONG_STATE');
    for (const operator of ['ana', 'bob']) {
      waiting.when(assigning(operator, 1_800)).then(
        event('DepositResolutionProposed', {
          ...{ resolution, memo: intent.memo, heldUntil: time(3_600) },
          ...{ proposedBy: operator, reason: 'ticket', proposedAt: heldUntil },
        }),
      );
    }
  });
});
