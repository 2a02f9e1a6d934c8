import type { CashinEnd } from '../../../aggregates/cashin/events';
import type { LedgerEvent } from '../../../aggregates/events';
import type { FoundDebit } from '../../../aggregates/withdrawal/events';
import { decide as decideStep } from '../../../commands/trouble/decide';
import { settlePix } from '../../../commands/trouble/settle-pix';
import { recordRedemption } from '../../../commands/withdrawal/redemption/record-redemption';
import { withdrawalIn } from '../../../commands/withdrawal/redemption/send-redemption';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { debit } from '../../../packages/testing/src/samples/sample-withdrawal-data';
import { happened, happenedIn, typesOf } from '../../core';
import { charge } from '../../doubles/scripted-charges';
import { failed } from '../../doubles/scripted-provider';
import { redemptionIs } from '../../doubles/scripted-redemption';
import { cashing, PAID } from '../cashin/cashing';
import { asked } from '../operator/asked';
import { taken } from '../trouble/words';
import { opened, WALLET_STREAM } from '../withdrawal/redeeming';

const refused = (message: string) => ({
  rejection: { code: 'WRONG_STATE', message: expect.stringContaining(message) as string },
});

const found: FoundDebit = { txid: '0xe1', assetId: 301, amountBaseUnits: '99000000000000000000' };
const CLAIM = 'foundTransfer-ethereum:e1';
const wd2 = { withdrawId: 'wd2' } as const;

/** Two withdrawals of a wallet: one whose redemption contradicts itself, and another whose debit was sent. */
const redeeming = async (...after: readonly LedgerEvent[]) => {
  const world = await opened({
    redeem: [redemptionIs('PENDING')],
    get: [redemptionIs('SETTLED', { debit: { ...debit, amountBaseUnits: found.amountBaseUnits } })],
  });
  await world.send();
  await world.resolve(250);
  const {
    deps,
    deps: { eventStore },
  } = world;
  await happenedIn(eventStore, WALLET_STREAM, event('BalanceReserved', wd2), event('BalanceCaptured', wd2));
  await happened(eventStore, event('WithdrawalRequested', wd2), event('RedemptionSent', wd2), ...after);
  const alone = { ...deps, redemptions: { named: () => null } };
  const decide = (by: string, withdrawId = 'wd1', debited: FoundDebit | null = found, store = eventStore) =>
    decideStep({ ...alone, eventStore: store })(
      { paymentId: withdrawId, outcome: taken(debited), by, mayPropose: true },
      asked(deps),
    );
  const last = async (withdrawId: string) => (await typesOf(eventStore, `withdrawal-${withdrawId}`)).at(-1);
  return { ...world, decide, last, claims: () => typesOf(eventStore, CLAIM) };
};

describe('a debit that operators found', () => {
  test.each([['as it is'], ['in capitals']])('is refunded once, for the hash %s', async (how) => {
    const { decide, last, claims } = await redeeming(event('RedemptionContradicted', wd2));
    await decide('ana');
    expect(await claims()).toEqual([]);
    expect(await decide('bob')).toBe('DECIDED');
    const again = how === 'as it is' ? found : { ...found, txid: '0xE1' };
    await expect(decide('ana', 'wd2', again)).rejects.toMatchObject(refused('is assigned to wd1'));
    expect([await last('wd2'), await claims()]).toEqual(['RedemptionContradicted', ['FoundTransferClaimed']]);
    expect(await decide('ana', 'wd2', { ...found, txid: '0xe2' })).toBe('PROPOSED');
    expect(await decide('bob', 'wd2', { ...found, txid: '0xe2' })).toBe('DECIDED');
  });

  test('is claimed again by its withdrawal when a crash prevented the decision', async () => {
    const { deps, decide, last, claims } = await redeeming();
    await happened(deps.eventStore, event('FoundTransferClaimed'));
    expect([await decide('ana'), await decide('bob'), await last('wd1')]).toEqual(['PROPOSED', 'DECIDED', 'RefundDue']);
    expect(await claims()).toHaveLength(1);
  });

  test('contradicts another withdrawal whose redemption reports this debit', async () => {
    const { deps, decide, last, ofWallet } = await redeeming();
    await decide('ana');
    await decide('bob');
    const state = await withdrawalIn(deps.eventStore, 'withdrawal-wd2');
    if (state.status !== 'REDEEMING') throw new Error('it is not under way');
    const outcome = { kind: 'SETTLED', redemptionKey: 'redemption1', debit } as const;
    await recordRedemption(deps)({ facts: state.facts, outcome, causeEventId: 'late' });
    expect(await last('wd2')).toBe('RedemptionContradicted');
    expect(await ofWallet()).not.toContain('PeggedDebitSettled');
    expect(deps.alerts.at(-1)?.what).toBe('A redemption contradicts itself about a debit');
  });

  test('settles the withdrawal that has claimed it', async () => {
    const { deps, last } = await redeeming();
    await happened(deps.eventStore, event('FoundTransferClaimed', { paymentId: 'wd2' }));
    const state = await withdrawalIn(deps.eventStore, 'withdrawal-wd2');
    if (state.status !== 'REDEEMING') throw new Error('it is not under way');
    const outcome = { kind: 'SETTLED', redemptionKey: 'redemption1', debit } as const;
    await recordRedemption(deps)({ facts: state.facts, outcome, causeEventId: 'settled' });
    expect(await last('wd2')).toBe('RedemptionSettled');
  });

  test('is not refunded when it is settled for another withdrawal, until it is claimed', async () => {
    const { deps, decide, last } = await redeeming();
    await decide('ana');
    const append: typeof deps.eventStore.append = async (stream, ...rest) => {
      const appended = await deps.eventStore.append(stream, ...rest);
      if (stream === CLAIM) await happenedIn(deps.eventStore, WALLET_STREAM, event('PeggedDebitSettled', wd2));
      return appended;
    };
    const late = decide('bob', 'wd1', found, { ...deps.eventStore, append });
    await expect(late).rejects.toMatchObject(refused('settled for another withdrawal'));
    expect(await last('wd1')).toBe('RedemptionDecisionProposed');
  });

  test('claims no transfer when no debit was taken', async () => {
    const { decide, claims } = await redeeming();
    expect([await decide('ana', 'wd1', null), await decide('bob', 'wd1', null)]).toEqual(['PROPOSED', 'DECIDED']);
    expect(await claims()).toEqual([]);
  });
});

const back: CashinEnd = { how: 'REFUNDED', endToEndId: 'E1', transfer: 'D77-1' };
const there: CashinEnd = { how: 'DELIVERED', txId: '0xf1', deliveredBaseUnits: '27000000' };
const contradicted = event('CashinContradicted', { about: 'delivery1', detail: 'delivered 1 of 27000000' });
const HISTORY = [...PAID, contradicted] as const;

/** A cash-in that no provider ends, beside one that has claimed this. */
const deciding = async (...claimed: readonly LedgerEvent[]) => {
  const script = { delivery: { get: [failed('NOT_FOUND')] }, get: [charge('CANCELLED')] };
  const world = await cashing(script, ...HISTORY, ...claimed);
  world.at(10_000);
  const { deps } = world;
  const decide = (by: string, end: CashinEnd) =>
    decideStep(deps)({ paymentId: 'cash1', outcome: end, by, mayPropose: true }, asked(deps));
  const settle = (transfer: string) =>
    settlePix(deps)({ intentId: 'cash1', endToEndId: 'E9', transfer, amountCents: '15000' }, asked(deps));
  return { ...world, decide, settle, claims: (id: string) => typesOf(deps.eventStore, `foundTransfer-${id}`) };
};

const bank = { network: null, reference: 'D77-1', transferId: 'bank:D77-1' } as const;
const onChain = { network: 'ethereum', reference: '0xf1', transferId: 'ethereum:f1' } as const;

describe('a transfer that operators made for a cash-in', () => {
  test.each([
    ['a delivery', there, onChain],
    ['a transfer', back, bank],
  ] as const)('ends it, and is claimed at the second decision: %s', async (_what, end, { transferId }) => {
    const { decide, claims, since } = await deciding();
    await decide('ana', end);
    expect(await claims(transferId)).toEqual([]);
    expect(await decide('bob', end)).toBe('DECIDED');
    expect(await claims(transferId)).toEqual(['FoundTransferClaimed']);
    expect(await since()).toContain('CashinDecided');
  });

  test.each([
    ['a delivery', there, onChain],
    ['a delivery whose hash is written otherwise', { ...there, txId: '0xF1' } as const, onChain],
    ['a transfer', back, bank],
  ] as const)('ends no other cash-in: %s', async (_what, end, claimed) => {
    const other = event('FoundTransferClaimed', { ...claimed, paymentId: 'cash2' });
    const { decide, since } = await deciding(other);
    await expect(decide('ana', end)).rejects.toMatchObject(refused('is assigned to cash2'));
    expect(await since()).toEqual([]);
    const late = await deciding();
    await late.decide('ana', end);
    await happened(late.deps.eventStore, other);
    await expect(late.decide('bob', end)).rejects.toMatchObject(refused('is assigned to cash2'));
  });

  test('ends at the second decision when both arrive at the same time', async () => {
    const { decide, claims, since } = await deciding();
    const said = await Promise.all([decide('ana', back), decide('bob', back)]);
    expect([said.sort(), await claims('bank:D77-1')]).toEqual([['DECIDED', 'PROPOSED'], ['FoundTransferClaimed']]);
    expect((await since()).filter((type) => type === 'CashinDecided')).toHaveLength(1);
  });

  test('ends the same cash-in again after a crash in between', async () => {
    const { decide } = await deciding(event('FoundTransferClaimed', { ...bank, paymentId: 'cash1' }));
    expect([await decide('ana', back), await decide('bob', back)]).toEqual(['PROPOSED', 'DECIDED']);
  });

  test('settles the listed PIX of one cash-in only', async () => {
    const { settle, claims } = await deciding();
    expect([await settle('D77-1'), await settle('D77-1')]).toEqual([true, false]);
    expect(await claims('bank:D77-1')).toEqual(['FoundTransferClaimed']);
    const other = await deciding(event('FoundTransferClaimed', { ...bank, paymentId: 'cash2' }));
    await expect(other.settle('D77-1')).rejects.toMatchObject(refused('is assigned to cash2'));
    expect(await other.since()).toEqual([]);
    expect(await other.settle('D77-2')).toBe(true);
  });
});
