import { rejection } from '../../../aggregates/rejection';
import manifest from '../../../packages/testing/package.json';
import {
  type CashoutEvent,
  cashout,
  deposit,
  type PartnerState,
  partner,
  peggedBalance,
  type TestedDecider,
  VERSION,
} from '../../../packages/testing/src/deciders';
import * as laws from '../../../packages/testing/src/laws';
import '../../properties';
import { event } from '../../../packages/testing/src/samples/sample-events';

/** A cash-out with changed events. */
const saying = (change: (event: CashoutEvent) => readonly CashoutEvent[]): typeof cashout => ({
  ...cashout,
  decide: (state, command) => cashout.decide(state, command).flatMap(change),
});

const payingUnpaid: typeof cashout = {
  ...cashout,
  decide: (state, command) =>
    state.status === 'PENDING' && command.type === 'RequestPayout'
      ? [event('PayoutRequested')]
      : cashout.decide(state, command),
};

/** Rejects a deposit that it has accepted already. */
const impatient: typeof cashout = {
  ...cashout,
  decide: (state, command) => {
    if (command.type === 'AcceptDeposit' && state.status === 'PROCESSING') throw rejection('WRONG_STATE', 'It is paid');
    return cashout.decide(state, command);
  },
};

/** Expires a completed cash-out. */
const expiring: typeof cashout = {
  ...cashout,
  decide: (state, command) =>
    state.status === 'PROCESSING' && command.type === 'Expire'
      ? [event('CashoutExpired')]
      : cashout.decide(state, command),
};

const overdrawn: typeof peggedBalance = {
  ...peggedBalance,
  decide: (state, command) =>
    peggedBalance.decide(command.type === 'ReserveBalance' ? peggedBalance.initial : state, command),
};

/** Takes every revoked partner as suspended at a reinstatement. */
const suspended = (state: PartnerState): PartnerState =>
  state.status === 'REVOKED' ? { ...state, status: 'SUSPENDED' } : state;

const revived: typeof partner = {
  ...partner,
  decide: (state, command) => partner.decide(command.type === 'ReinstatePartner' ? suspended(state) : state, command),
  evolve: (state, happened) =>
    partner.evolve(happened.type === 'PartnerReinstated' ? suspended(state) : state, happened),
};

const counting = (): typeof cashout => {
  let events = 0;
  return {
    ...cashout,
    evolve: (state, happened) => {
      events += 1;
      return { ...cashout.evolve(state, happened), events };
    },
  };
};

const forgetful: typeof cashout = {
  ...cashout,
  evolve: (state, happened) => (happened.type === 'DepositAccepted' ? state : cashout.evolve(state, happened)),
};

const LAWS = { ...laws };

interface Planted {
  readonly law: Exclude<keyof typeof laws, 'law' | 'sentencesOf'>;
  readonly decider: object;
  readonly fault: RegExp;
  /** Number of commands in the shortest history. */
  readonly commands: number;
}

const PLANTED: readonly Planted[] = [
  {
    ...{ law: 'repeatedCommandChangesNothing', decider: forgetful, commands: 2 },
    fault: /^"accept deposit" was repeated, and again: deposit accepted/,
  },
  {
    ...{ law: 'repeatedCommandChangesNothing', decider: impatient, commands: 2 },
    fault: /^"accept deposit" was repeated, and refused: It is paid\.$/,
  },
  {
    ...{ law: 'terminalStatesStay', decider: expiring, commands: 3 },
    fault: /^"cashout expired" was told, and the state is PROCESSING\.$/,
  },
  {
    ...{ law: 'neverMoreThanCameIn', decider: overdrawn, commands: 0 },
    fault: /^\d+ units are promised, of \d+ in the wallet\.$/,
  },
  {
    law: 'amountsArePositive',
    decider: saying((said) =>
      said.type === 'RefundDue' ? [{ ...said, data: { ...said.data, amountBaseUnits: '0' } }] : [said],
    ),
    ...{ commands: 2, fault: /^"refund due" names an amount of 0\.$/ },
  },
  {
    ...{ law: 'terminalStatesStay', decider: revived, commands: 3 },
    fault: /^"reinstate partner" led from REVOKED to ACTIVE\.$/,
  },
  {
    ...{ law: 'foldsOfPartsAreEqual', decider: counting(), commands: 1 },
    fault: /^After cashout intent created, folding from the beginning gives another state\.$/,
  },
  {
    law: 'idsAreUnique',
    decider: saying((said) => (said.type === 'CashoutIntentCreated' ? [said, said] : [said])),
    ...{ commands: 1, fault: /^cashout intent created happened twice with the id cid1\.$/ },
  },
  {
    law: 'amountsSumToTheCent',
    decider: saying((said) =>
      said.type === 'PayoutRequested' ? [{ ...said, data: { ...said.data, amountCents: '15001' } }] : [said],
    ),
    ...{ commands: 3, fault: /^In "payout requested", the payout make 15001 cents of 15000\.$/ },
  },
  {
    ...{ law: 'noPayoutWithoutFunds', decider: payingUnpaid, commands: 2 },
    fault: /^"payout requested" without "deposit accepted" before it\.$/,
  },
  {
    law: 'neverMoreThanCameIn',
    decider: saying((said) => (said.type === 'RefundDue' ? [said, said, said, said, said] : [said])),
    ...{ commands: 0, fault: /^\d+ units are refunded and \d+ paid, of \d+ that came in\.$/ },
  },
];

const messageOf = (law: laws.Law, decider: object, runs = 1_000): Promise<string> =>
  law(decider as TestedDecider<never, never, never>, { seed: 7, runs }).then(
    () => 'held',
    (error: unknown) => (error as Error).message,
  );

test.each(PLANTED)('$law finds a planted fault and shows the shortest history', async ({ law, ...planted }) => {
  const [title, second, ...lines] = (await messageOf(LAWS[law], planted.decider)).split('\n');
  expect([title, second]).toEqual([expect.stringMatching(/ breaks this law\.$/), 'The shortest history:']);
  expect(lines.pop()?.replace(/^Fault: /, '')).toMatch(planted.fault);
  if (planted.commands > 0) expect(lines).toHaveLength(planted.commands);
  for (const [index, line] of lines.entries()) expect(line).toMatch(new RegExp(`^${index + 1}\\. .*: [a-z ,]+\\.$`));
});

test('every law has a planted fault', () => {
  const every = Object.keys(laws).filter((name) => name !== 'law' && name !== 'sentencesOf');
  expect([...new Set(PLANTED.map(({ law }) => law))].toSorted()).toEqual(every.toSorted());
});

test('fails when no history has a case', async () => {
  expect(await messageOf(laws.noPayoutWithoutFunds, deposit, 20)).toMatch(
    /no history of the deposit had a case to evaluate$/,
  );
});

test('fails when the decider throws, with the command of the error', async () => {
  const throwing: typeof cashout = {
    ...cashout,
    decide: (state, command) => {
      if (command.type === 'AcceptDeposit') throw new Error('out of paper');
      return cashout.decide(state, command);
    },
  };
  const message = await messageOf(laws.repeatedCommandChangesNothing, throwing);
  expect(message).toMatch(/\n1\. \{"type":"AcceptDeposit".*\nFault: The decider threw: out of paper$/);
});

test('fails when the decider changes a map of an earlier state', async () => {
  const changing: typeof peggedBalance = {
    ...peggedBalance,
    evolve: (state, happened) => {
      (state.holding as Map<string, unknown>).delete('wd9');
      return peggedBalance.evolve(state, happened);
    },
  };
  const message = await messageOf(laws.foldsOfPartsAreEqual, changing);
  expect(message).toMatch(/\nFault: The decider threw: A map of the state is changed$/);
});

test('names both versions when the decider has another one', async () => {
  expect(VERSION).toBe(manifest.version);
  expect(await messageOf(laws.idsAreUnique, { ...cashout, version: '9.9.9' })).toBe(
    `The decider cashout is of lastro-testing 9.9.9, the laws are of ${VERSION}`,
  );
});

test('names an unknown event', async () => {
  const strange = saying((said) => [{ ...said, type: 'CashoutPaid' } as unknown as CashoutEvent]);
  expect(await messageOf(laws.foldsOfPartsAreEqual, strange)).toMatch(/does not know the event CashoutPaid$/);
});

test('shows the same history for the same seed', async () => {
  const refunding = saying((said) => (said.type === 'RefundDue' ? [said, said] : [said]));
  const told = await messageOf(laws.neverMoreThanCameIn, refunding);
  expect(told).toMatch(/^Fault: /m);
  expect(await messageOf(laws.neverMoreThanCameIn, refunding)).toBe(told);
});
