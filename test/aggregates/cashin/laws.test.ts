import { cashin } from '../../../aggregates/cashin/cashin';
import type { CashinEvent } from '../../../aggregates/cashin/events';
import { BY_OPERATORS, cashinCommands } from '../../../packages/testing/src/arbitraries/cashin-commands';
import { runCommands } from '../../../packages/testing/src/run-commands';
import { CASHIN_DATA } from '../../../packages/testing/src/samples/sample-cashin-data';
import fc, { samplesOf } from '../../properties';

type Of<Type extends CashinEvent['type']> = Extract<CashinEvent, { readonly type: Type }>;

const ofType = <Type extends CashinEvent['type']>(history: readonly CashinEvent[], type: Type) =>
  history.filter((event): event is Of<Type> => event.type === type);

const sum = (amounts: readonly string[]): bigint => amounts.reduce((total, amount) => total + BigInt(amount), 0n);

const typesOf = (events: readonly CashinEvent[]) => events.map(({ type }) => type);

const everyRun = (law: (run: ReturnType<typeof runCommands<never, never, CashinEvent>>) => void) =>
  fc.assert(fc.property(cashinCommands, (commands) => law(runCommands(cashin, commands) as never)));

const everyHistory = (law: (history: readonly CashinEvent[]) => void) => everyRun(({ history }) => law(history));

describe('a cash-in under any commands, in any order and number', () => {
  test('confirms at most one delivery, with the owed amount, under the id that was sent last', () =>
    everyHistory((history) => {
      const confirmed = ofType(history, 'DeliveryConfirmed');
      expect(confirmed.length).toBeLessThanOrEqual(1);
      for (const { data } of confirmed) {
        expect(data.deliveredBaseUnits).toBe('27000000');
        const isByOperators = ofType(history, 'CashinDecided').some((event) => event.data.end.how === 'DELIVERED');
        if (!isByOperators) expect(data.deliveryId).toBe(ofType(history, 'DeliverySent').at(-1)?.data.deliveryId);
      }
    }));

  test('sends once per delivery id, and under a new id only after a definite failure', () =>
    everyHistory((history) => {
      const sent = ofType(history, 'DeliverySent');
      expect(new Set(sent.map(({ data }) => data.deliveryId)).size).toBe(sent.length);
      let open: string | null = null;
      for (const { type, data } of history) {
        if (type === 'DeliverySent') {
          expect(open).toBeNull();
          open = data.deliveryId;
        }
        if (type === 'DeliveryFailed' && data.deliveryId === open) open = null;
      }
    }));

  test('delivers only for a PIX that pays exactly, in time and by its payer', () =>
    everyRun(({ history, steps }) => {
      const accepted = ofType(history, 'PixAccepted');
      expect(accepted.length).toBeLessThanOrEqual(1);
      const isAccepted = (list: readonly CashinEvent[]) => ofType(list, 'PixAccepted').length > 0;
      const first = history.findIndex(({ type }) => type === 'DeliveryRequested');
      if (first >= 0) expect(isAccepted(history.slice(0, first))).toBe(true);
      for (const { data } of accepted) {
        const pix = ofType(history, 'PixReceived').find(({ data: seen }) => seen.endToEndId === data.endToEndId);
        expect(pix?.data.amountCents).toBe('15000');
        expect(Date.parse(pix?.data.paidAt ?? '')).toBeLessThanOrEqual(Date.parse('2026-11-20T12:05:00.000Z'));
      }
      for (const { command, events } of steps as readonly { command: unknown; events: readonly CashinEvent[] }[]) {
        const [taken] = ofType(events, 'PixAccepted');
        if (taken === undefined) continue;
        const { payments } = command as { payments: readonly { endToEndId: string; isOtherPayer: boolean }[] };
        const told = payments.filter(({ endToEndId }) => endToEndId === taken.data.endToEndId);
        expect(told.map(({ isOtherPayer }) => isOtherPayer)).toContain(false);
      }
    }));

  test('receives each PIX once, and accepts, refunds or contradicts it in the same append', () =>
    everyRun(({ history, steps }) => {
      const ids = ofType(history, 'PixReceived').map(({ data }) => data.endToEndId);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { events } of steps as readonly { events: readonly CashinEvent[] }[]) {
        for (const { data } of ofType(events, 'PixReceived')) {
          // The same answer may accept a PIX and lose its dispute.
          const due = ofType(events, 'ChargeRefundDue').filter((event) => event.data.reason !== 'DISPUTE_LOST');
          const fates = [...ofType(events, 'PixAccepted'), ...due].filter(
            (fate) => fate.data.endToEndId === data.endToEndId,
          );
          const isAlarm = ofType(events, 'CashinContradicted').some(({ data: { about } }) => about === data.endToEndId);
          if (fates.length > 0 || !isAlarm) expect(fates).toHaveLength(1);
        }
      }
    }));

  test('returns at most the cents of each PIX: by a refund or by its bank', () =>
    everyHistory((history) => {
      for (const { data } of ofType(history, 'PixReceived')) {
        const own = (type: 'ChargeRefundDone' | 'DisputeLost' | 'ChargeRefundDue') =>
          (ofType(history, type) as readonly Of<typeof type>[]).filter(
            (event) => event.data.endToEndId === data.endToEndId,
          );
        expect(own('ChargeRefundDone').length).toBeLessThanOrEqual(1);
        expect(own('ChargeRefundDue').length).toBeLessThanOrEqual(1);
        const refunded = sum(own('ChargeRefundDone').map((event) => event.data.amountCents));
        const lost = sum(own('DisputeLost').map((event) => event.data.amountCents));
        expect(refunded <= BigInt(data.amountCents)).toBe(true);
        expect(lost <= BigInt(data.amountCents)).toBe(true);
        const isTold = ofType(history, 'CashinContradicted').length > 0;
        // A dispute lost during a refund pays twice: it is a contradiction.
        if (!isTold) expect(refunded + lost <= BigInt(data.amountCents)).toBe(true);
      }
    }));

  test('sends a refund under one key at a time, and under a new one only after a definite refusal', () =>
    everyHistory((history) => {
      const open = new Map<string, string>();
      for (const { type, data } of history) {
        if (type === 'ChargeRefundDispatched') {
          expect(open.get(data.endToEndId) ?? data.refundKey).toBe(data.refundKey);
          open.set(data.endToEndId, data.refundKey);
        }
        if (type === 'ChargeRefundRejected') open.delete(data.endToEndId);
        if (type === 'ChargeRefundDone' && data.refundKey !== BY_OPERATORS)
          expect(open.get(data.endToEndId)).toBe(data.refundKey);
      }
    }));

  test('never refunds a PIX whose delivery was confirmed', () =>
    everyHistory((history) => {
      const [confirmed] = ofType(history, 'DeliveryConfirmed');
      const [accepted] = ofType(history, 'PixAccepted');
      if (confirmed === undefined || accepted === undefined) return;
      const refunds = [...ofType(history, 'ChargeRefundDue'), ...ofType(history, 'ChargeRefundDone')];
      expect(refunds.map(({ data }) => data.endToEndId)).not.toContain(accepted.data.endToEndId);
    }));

  test('expires only without a PIX, after a cancel past the deadline and an unpaid answer after it', () =>
    everyHistory((history) => {
      for (const { data } of ofType(history, 'CashinExpired')) {
        expect(data.cancelledAt >= data.expiresAt && data.askedAt >= data.cancelledAt).toBe(true);
        const before = history.slice(0, typesOf(history).indexOf('CashinExpired'));
        expect(typesOf(before)).not.toContain('PixReceived');
      }
    }));

  test('ends once, and sends no money after a contradiction', () =>
    everyHistory((history) => {
      const ends = ['CashinCompleted', 'CashinExpired', 'CashinFailed'];
      expect(typesOf(history).filter((type) => ends.includes(type)).length).toBeLessThanOrEqual(1);
      const first = typesOf(history).indexOf('CashinContradicted');
      const later: readonly string[] = first < 0 ? [] : typesOf(history.slice(first));
      for (const type of ['DeliveryRequested', 'DeliverySent', 'ChargeRefundDispatched'])
        expect(later).not.toContain(type);
      const isDecided = (index: number) => later[index - 1] === 'CashinDecided';
      for (const [index, type] of later.entries()) if (type === 'DeliveryFailed') expect(isDecided(index)).toBe(true);
      const told = ofType(history, 'CashinContradicted').map(({ data }) => `${data.about} ${data.detail}`);
      expect(new Set(told).size).toBe(told.length);
    }));

  test('ends by operators only when two of them give the same decision', () =>
    everyHistory((history) => {
      let proposal: unknown = null;
      for (const { type, data } of history) {
        if (type === 'CashinDecisionProposed') proposal = { end: data.end, proposedBy: data.proposedBy };
        if (type === 'CashinContradicted') proposal = null;
        if (type !== 'CashinDecided') continue;
        expect(proposal).toEqual({ end: data.end, proposedBy: data.proposedBy });
        expect(data.decidedBy).not.toBe(data.proposedBy);
        proposal = null;
      }
    }));

  test('never receives a PIX that an operator has settled', () =>
    everyHistory((history) => {
      const settled = ofType(history, 'PixSettled').map(({ data }) => data.endToEndId);
      const received = ofType(history, 'PixReceived').map(({ data }) => data.endToEndId);
      expect(new Set([...settled, ...received]).size).toBe(settled.length + received.length);
    }));

  /** Leaves out what was found after a loss: it had been sent before. */
  const everyDecision = (law: (decided: readonly CashinEvent[]) => void) =>
    everyRun(({ steps }) =>
      law(
        (steps as readonly { command: { type: string }; events: readonly CashinEvent[] }[]).flatMap(
          ({ command, events }) => (command.type === 'RecoverCashin' ? [] : events),
        ),
      ),
    );

  test('sends, refunds and ends only by earlier sendings while it is held', () =>
    everyDecision((decided) => {
      const never = ['PixReceived', 'PixAccepted', 'DeliveryRequested', 'DeliverySent', 'ChargeRefundDue'];
      const forbidden = [
        ...never,
        'ChargeRefundDispatched',
        'CashinExpired',
        'CashinFailed',
        'DisputeLost',
        'CashinHeld',
      ];
      let isHeld = false;
      for (const { type } of decided) {
        if (isHeld) expect(forbidden).not.toContain(type);
        if (type === 'CashinHeld') isHeld = true;
        if (type === 'CashinReleased') isHeld = false;
      }
    }));

  test('sends no order for a disputed PIX, and no delivery for a PIX that the bank reclaimed', () =>
    everyDecision((history) => {
      const open = new Map<string, string>();
      const lost = new Set<string | null>();
      let accepted: string | null = null;
      for (const { type, data } of history) {
        if (type === 'PixAccepted') accepted = data.endToEndId;
        if (type === 'DisputeOpened') open.set(data.disputeId, data.endToEndId);
        if (type === 'DisputeWon' || type === 'DisputeLost') open.delete(data.disputeId);
        if (type === 'DisputeLost') lost.add(data.endToEndId);
        if (type === 'DeliverySent') expect([...open.values(), ...lost]).not.toContain(accepted);
        if (type === 'ChargeRefundDispatched') expect([...open.values()]).not.toContain(data.endToEndId);
      }
    }));

  test('applies at most the agreed split, once', () =>
    everyHistory((history) => {
      const applied = ofType(history, 'SplitApplied');
      expect(applied.length).toBeLessThanOrEqual(1);
      for (const { data } of applied) expect(BigInt(data.amountCents) <= 75n).toBe(true);
    }));
});

test('reaches every event in the sequences', () => {
  // The quote has a stream of its own.
  const unseen = new Set(Object.keys(CASHIN_DATA).filter((type) => type !== 'CashinQuoteIssued'));
  for (const commands of samplesOf(cashinCommands, 6_000)) {
    for (const { type } of runCommands(cashin, commands).history) unseen.delete(type);
    if (unseen.size === 0) break;
  }
  expect([...unseen]).toEqual([]);
});
