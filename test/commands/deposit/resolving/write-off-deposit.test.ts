import { withdrawProposal, writeOffDeposit } from '../../../../commands/deposit/resolving/write-off-deposit';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { asking, eventsOf, happened, typesOf } from '../../../core';
import { depositId, named, priced, refusedBy } from './inbox';

const UNMATCHED = ['DepositFinalised', 'DepositUnmatched'];

const inbox = async (price: string | null, changes: object = {}) => {
  const deps = priced(price);
  await happened(deps.eventStore, event('DepositFinalised', changes), event('DepositUnmatched'));
  const writeOff = (operator: string, other: object = {}, name = operator) =>
    writeOffDeposit(deps)({ ...named(operator), ...other }, asking(name));
  return { deps, writeOff, told: () => typesOf(deps.eventStore, `deposit-${depositId}`) };
};

test('takes a deposit out of the inbox once', async () => {
  const { deps, writeOff, told } = await inbox('6');
  expect(await writeOff('ana', { isNamed: false })).toBe('RESOLVED');
  expect(await writeOff('bob')).toBe('RESOLVED');
  expect(await told()).toEqual([...UNMATCHED, 'DepositWrittenOff']);
  const [, , writtenOff] = await eventsOf(deps.eventStore, `deposit-${depositId}`);
  const facts = { operator: 'ana', reason: 'ticket 17', writtenOffAt: deps.clock.iso() };
  expect(writtenOff?.data).toEqual({ depositId, assetId: 201, amountBaseUnits: '25000000', ...facts });
});

/** 25 USDC against the limit of R$ 1,000. */
test.each([
  ['40', {}, 'RESOLVED'],
  ['40.00001', {}, 'PROPOSED'],
  [null, {}, 'PROPOSED'],
  ['6', { assetId: null }, 'PROPOSED'],
  ['6', { mode: 'sandbox' }, 'RESOLVED'],
])('needs one decision at R$ %s, with %j, as %s', async (price, changes, expected) => {
  const { writeOff } = await inbox(price, changes);
  expect(await writeOff('ana')).toBe(expected);
});

describe('above the limit', () => {
  const large = () => inbox('41');

  test('lets the first of two operators propose, and the second decide', async () => {
    const { deps, writeOff, told } = await large();
    expect([await writeOff('ana'), await writeOff('bob', { mayPropose: false })]).toEqual(['PROPOSED', 'RESOLVED']);
    expect(await told()).toEqual([...UNMATCHED, 'DepositResolutionProposed', 'DepositWrittenOff']);
    const last = (await eventsOf(deps.eventStore, `deposit-${depositId}`)).at(-1);
    expect(last?.data).toMatchObject({ proposedBy: 'ana', operator: 'bob' });
  });

  test('proposes once and decides once when two operators decide at once', async () => {
    const { writeOff, told } = await large();
    const both = await Promise.all([writeOff('ana'), writeOff('bob')]);
    expect([...both].sort()).toEqual(['PROPOSED', 'RESOLVED']);
    expect(await told()).toEqual([...UNMATCHED, 'DepositResolutionProposed', 'DepositWrittenOff']);
  });

  test('proposes anew after a withdrawn proposal', async () => {
    const { deps, writeOff, told } = await large();
    const withdraw = (name: string) =>
      withdrawProposal(deps)({ depositId, operator: 'eva', reason: 'no' }, asking(name));
    await writeOff('ana');
    expect([await withdraw('first'), await withdraw('second')]).toEqual([true, false]);
    expect(await writeOff('bob')).toBe('PROPOSED');
    expect(await told()).toEqual([
      ...[...UNMATCHED, 'DepositResolutionProposed', 'DepositProposalWithdrawn', 'DepositResolutionProposed'],
    ]);
  });

  test('refuses an approver who proposes', async () => {
    const { writeOff } = await large();
    expect(await refusedBy(writeOff('ana', { mayPropose: false }))).toContain(
      'An approver can only confirm a proposal',
    );
  });
});

test('refuses a deposit that serves an intent or is not known', async () => {
  const { deps, writeOff } = await inbox('6');
  await happened(deps.eventStore, event('DepositClaimed'));
  expect(await refusedBy(writeOff('ana'))).toContain('DEPOSIT_TAKEN');
  expect(await refusedBy(writeOff('ana', { depositId: 'ethereum:0xd9:0' }))).toContain('NOT_FOUND');
});
