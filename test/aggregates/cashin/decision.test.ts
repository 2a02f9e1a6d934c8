import { cashin } from '../../../aggregates/cashin/cashin';
import type { CashinCommand, DecideCashin } from '../../../aggregates/cashin/commands';
import type { CashinEnd, CashinEvent } from '../../../aggregates/cashin/events';
import { cashinCommands } from '../../../packages/testing/src/arbitraries/cashin-commands';
import { runCommands } from '../../../packages/testing/src/run-commands';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';
import fc from '../../properties';

const paid = [event('CashinIntentCreated'), event('ChargeCreated'), event('PixReceived'), event('PixAccepted')];
const requested = [...paid, event('DeliveryRequested')];
const sent = [...requested, event('DeliverySent')];
const waiting = [...requested, event('DeliveryFailed', { nextAttemptAt: time(90) })];

const back: CashinEnd = { how: 'REFUNDED', endToEndId: 'E1', transfer: 'E2E-77' };
const there: CashinEnd = { how: 'DELIVERED', txId: '0xf1', deliveredBaseUnits: '27000000' };
const word = (end: CashinEnd) => event('CashinDecisionProposed', { end });

const deliveryIdOf = (attempt: number) => `delivery${attempt}`;
const refundKeyOf = (attempt: number) => `refund${attempt}`;
const decide = (end: CashinEnd, now: string, changes: Partial<DecideCashin> = {}): DecideCashin => ({
  ...{ type: 'DecideCashin', end, isGone: false, isUnsendable: false, refundKey: 'by operators', deliveryIdOf },
  ...{ by: 'ana', mayPropose: true, now, ...changes },
});

/** Two hours after it was accepted, and after it was sent. */
const [ACCEPTED_LONG, SENT_LONG] = [62 + 7_200, 64 + 7_200];

describe('a decision on a cash-in without an end opens after two hours, and not before', () => {
  test.each<[string, readonly CashinEvent[], CashinEnd, number]>([
    ['no delivery was requested', paid, back, ACCEPTED_LONG],
    ['no delivery was sent', requested, back, ACCEPTED_LONG],
    ['another attempt is due', waiting, back, ACCEPTED_LONG],
    ['the provider reports no outcome of the delivery', sent, back, SENT_LONG],
    ['the delivery arrived, as operators found', sent, there, SENT_LONG],
  ])('%s', (_what, history, end, seconds) => {
    given(cashin, ...history)
      .when(decide(end, time(seconds - 1)))
      .rejects('WRONG_STATE');
    const proposedAt = time(seconds);
    given(cashin, ...history)
      .when(decide(end, proposedAt))
      .then(event('CashinDecisionProposed', { end, proposedAt }));
  });

  test.each([
    ['requested', paid],
    ['sent', requested],
  ])('rejects the end DELIVERED for a delivery that was not %s', (_what, history) =>
    given(cashin, ...history)
      .when(decide(there, time(9_000)))
      .rejects('WRONG_STATE'));
});

describe('a decision on a due refund that cannot be sent opens after two hours', () => {
  const owed = [...paid, event('CashinFailed'), event('ChargeRefundDue')];
  const again = [...owed, event('ChargeRefundDispatched'), event('ChargeRefundRejected')];
  test.each<[string, readonly CashinEvent[], number]>([
    ['at first', owed, 65 + 7_200],
    ['again', again, 130 + 7_200],
  ])('%s', (_what, history, seconds) => {
    const isUnsendable = true;
    given(cashin, ...history)
      .when(decide(back, time(seconds - 1), { isUnsendable }))
      .rejects('WRONG_STATE');
    given(cashin, ...history)
      .when(decide(back, time(seconds)))
      .rejects('WRONG_STATE');
    const proposedAt = time(seconds);
    given(cashin, ...history)
      .when(decide(back, proposedAt, { isUnsendable }))
      .then(event('CashinDecisionProposed', { end: back, proposedAt }));
  });
});

describe('a cash-in with one proposal', () => {
  const dispatch: CashinCommand = {
    ...{ type: 'DispatchRefund', endToEndId: 'E1', refundKeyOf, workerId: 'w1' },
    ...{ now: time(9_000), notAfter: time(9_015), unknownSince: null },
  };
  const owed = [...paid, event('CashinFailed'), event('ChargeRefundDue')];

  test.each<[string, readonly CashinEvent[], CashinCommand]>([
    ['delivery', [...paid, word(back)], { type: 'RequestDelivery', deliveryIdOf, now: time(9_000) }],
    [
      'prepared delivery',
      [...requested, word(back)],
      {
        ...{ type: 'SendDelivery', deliveryId: 'delivery1', prepared: 'tx1', txId: 'tx1', workerId: 'w1' },
        now: time(9_000),
      },
    ],
    ['refund', [...owed, word(back)], dispatch],
  ])('sends no %s', (_what, history, command) => {
    given(cashin, ...history)
      .when(command)
      .nothing();
  });

  test('sends the refund of another PIX', () => {
    given(cashin, ...owed, word({ ...back, endToEndId: 'E2' }))
      .when(dispatch)
      .then(
        event('ChargeRefundDispatched', {
          ...{ dispatchedAt: time(9_000), notAfter: time(9_015) },
        }),
      );
  });

  test('rejects a proposal on another PIX while the first one holds a delivery', () => {
    const second = { endToEndId: 'E2' };
    const refused = [event('ChargeRefundDue', second), event('ChargeRefundDispatched', second)];
    const both = [...paid, event('PixReceived', second), ...refused];
    const history = [...both, event('ChargeRefundRejected', { ...second, nextAttemptAt: null })];
    const other = decide({ ...back, ...second }, time(9_000));
    given(cashin, ...history, word(back))
      .when(other)
      .rejects('WRONG_STATE');
    const said = event('CashinDecisionProposed', { end: other.end, proposedAt: time(9_000) });
    given(cashin, ...history)
      .when(other)
      .then(said);
    const delivered = [event('DeliveryRequested'), event('DeliverySent'), word(back), event('DeliveryConfirmed')];
    given(cashin, ...history, ...delivered, event('CashinCompleted'))
      .when(other)
      .then(said);
  });

  test('rejects a proposal on another PIX while an unknown refund may be due again', () => {
    const second = { endToEndId: 'E2' };
    const unknown = [event('CashinFailed'), event('ChargeRefundDue'), event('ChargeRefundDispatched')];
    const other = [
      event('PixReceived', second),
      event('ChargeRefundDue', second),
      event('ChargeRefundDispatched', second),
    ];
    const refused = event('ChargeRefundRejected', { ...second, nextAttemptAt: null });
    given(cashin, ...paid, ...unknown, event('ChargeRefundUnknown'), ...other, refused, word(back))
      .when(decide({ ...back, ...second }, time(9_000)))
      .rejects('WRONG_STATE');
  });

  test('does not complete by the PIX when the partner delivers', () => {
    const partners = event('CashinIntentCreated', { deliveryMode: 'PARTNER', deliveryProvider: null });
    given(cashin, partners, ...paid.slice(1), word(back))
      .when({ type: 'RecordCharge', payments: [], split: null, disputes: [], closed: null, now: time(9_000) })
      .nothing();
  });

  test('settles a refund that falls due by the second decision, or takes another proposal', () => {
    const due = [...paid, word(back), event('CashinFailed'), event('ChargeRefundDue')];
    given(cashin, ...due)
      .when(decide(back, time(200), { by: 'bob' }))
      .then(
        event('CashinDecided', { proposedBy: 'ana', decidedBy: 'bob', decidedAt: time(200) }),
        event('ChargeRefundDone', { refundKey: 'by operators', returnId: 'E2E-77', doneAt: time(200) }),
      );
    const other = { ...back, transfer: 'E2E-78' };
    given(cashin, ...due)
      .when(decide(other, time(200), { by: 'bob' }))
      .then(event('CashinDecisionProposed', { end: other, proposedBy: 'bob', proposedAt: time(200) }));
  });
});

test('reports one contradiction when an unsent delivery is reported twice after a proposal', () => {
  const arrived: CashinCommand = {
    ...{ type: 'RecordDelivery', deliveryId: 'delivery1', attemptDelaysMs: [], now: time(8_000) },
    outcome: {
      ...{ kind: 'CONFIRMED', txId: '0xf1', deliveredBaseUnits: '27000000' },
      ...{ debitedCents: null, networkFeeBaseUnits: null, blockTime: null },
    },
  };
  const told = [...requested, word(back)];
  const { history } = runCommands({ ...cashin, initial: told.reduce(cashin.evolve, cashin.initial) }, [
    arrived,
    arrived,
  ]);
  expect(history.map(({ type }) => type)).toEqual(['CashinContradicted']);
});

describe('a cash-in under any commands', () => {
  /** Leaves out what was found after a loss: it had been sent before. */
  const decisions = (commands: readonly CashinCommand[]) =>
    runCommands(cashin, commands).steps.flatMap(({ command, events }) =>
      command.type === 'RecoverCashin' ? [] : [...events],
    );

  test('sends no refund of a PIX after a proposal on it, nor after its decision', () =>
    fc.assert(
      fc.property(cashinCommands, (commands) => {
        const given = new Set<string>();
        let said: CashinEnd | null = null;
        let accepted = '';
        for (const { type, data } of decisions(commands)) {
          if (type === 'PixAccepted') accepted = data.endToEndId;
          if (type === 'CashinDecisionProposed') said = data.end;
          if (type === 'CashinContradicted' || type === 'CashinProposalWithdrawn') said = null;
          if (type === 'CashinDecided') given.add(data.end.how === 'REFUNDED' ? data.end.endToEndId : accepted);
          const words = said === null ? [] : [said.how === 'REFUNDED' ? said.endToEndId : accepted];
          const isEnded = (endToEndId: string) => given.has(endToEndId) || words.includes(endToEndId);
          if (type === 'DeliveryRequested' || type === 'DeliverySent') expect(isEnded(accepted)).toBe(false);
          if (type === 'ChargeRefundDispatched') expect(isEnded(data.endToEndId)).toBe(false);
        }
      }),
    ));

  test('ends by operators only two hours after its PIX or its delivery, without a contradiction', () =>
    fc.assert(
      fc.property(cashinCommands, (commands) => {
        for (const { before, events } of runCommands(cashin, commands).steps) {
          if (before.status === 'NONE' || before.contradictions.length > 0) continue;
          const { delivery, acceptedAt } = before;
          const since = Date.parse(delivery.phase === 'SENT' ? delivery.sentAt : (acceptedAt ?? ''));
          for (const { type, data } of events) {
            if (type !== 'CashinFailed' || data.reasonCode !== 'DECIDED_UNPAID') continue;
            expect(Date.parse(data.failedAt)).toBeGreaterThanOrEqual(since + 7_200_000);
          }
        }
      }),
    ));
});
