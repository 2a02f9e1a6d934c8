import { LEDGER_STREAM, ledger } from '../../../aggregates/ledger/ledger';
import { given } from '../../given';
import { time } from '../../samples/sample-data';
import { event } from '../../samples/sample-events';

const opened = event('LedgerOpened');
const led = event('LedgerLed');
const attached = event('LedgerAttached');
const moved = event('LedgerMoved');
const cancelled = event('LedgerMoveCancelled');
const broughtBack = event('LedgerAttached', { cancelledMoveId: 'move1', attachedAt: time(990) });

const open = { type: 'OpenLedger', data: opened.data } as const;
const lead = (term: number) => ({ type: 'LeadLedger', data: event('LedgerLed', { term }).data }) as const;
const attach = { type: 'AttachLedger', data: attached.data } as const;
const bringBack = { type: 'AttachLedger', data: broughtBack.data } as const;
const move = { type: 'MoveLedger', data: moved.data } as const;
const cancel = { type: 'CancelMove', data: cancelled.data } as const;

test('E7: the stream is one, whatever the ledger', () => expect(LEDGER_STREAM).toBe('ledger-identity'));

test('E7: a ledger is opened once, and another one not in its place', () => {
  given(ledger).when(open).then(opened);
  given(ledger, opened, led).when(open).nothing();
  const another = { type: 'OpenLedger', data: event('LedgerOpened', { ledgerId: 'ledger2' }).data } as const;
  given(ledger, opened).when(another).rejects('WRONG_STATE');
});

test('E7: a term that is over does not come again', () => {
  given(ledger, opened).when(lead(1)).then(led);
  given(ledger, opened, led).when(lead(1)).nothing();
  given(ledger, opened, led)
    .when(lead(2))
    .then(event('LedgerLed', { term: 2 }));
  given(ledger, opened, led, attached)
    .when(lead(3))
    .then(event('LedgerLed', { term: 3 }));
  given(ledger, opened, led, event('LedgerLed', { term: 2 }))
    .when(lead(1))
    .rejects('WRONG_STATE');
});

test.each([
  ['nothing', []],
  ['a ledger that has left', [opened, moved]],
  ['a move that was cancelled', [cancelled]],
])('E7: %s cannot be led', (_name, history) => {
  given(ledger, ...history)
    .when(lead(1))
    .rejects('WRONG_STATE');
});

test('E7: attaching is said each time that an operator does it', () => {
  given(ledger, opened, led).when(attach).then(attached);
  given(ledger, opened, attached).when(attach).nothing();
  const again = event('LedgerAttached', { attachedAt: time(961) });
  given(ledger, opened, attached).when({ type: 'AttachLedger', data: again.data }).then(again);
  given(ledger).when(attach).rejects('WRONG_STATE');
});

test('E13: a ledger that has left comes back by cancelling the move that it left by, and not otherwise', () => {
  given(ledger, opened, moved).when(attach).rejects('WRONG_STATE');
  const other = { type: 'AttachLedger', data: { ...broughtBack.data, cancelledMoveId: 'move2' } } as const;
  given(ledger, opened, moved).when(other).rejects('WRONG_STATE');
  given(ledger, opened, moved).when(bringBack).then(broughtBack);
  given(ledger, opened, moved, broughtBack).when(lead(1)).then(led);
  given(ledger, opened).when(bringBack).rejects('WRONG_STATE');
});

test('E13: a ledger leaves by one move at a time', () => {
  given(ledger, opened, led).when(move).then(moved);
  given(ledger, opened, moved).when(move).nothing();
  const another = { type: 'MoveLedger', data: { ...moved.data, moveId: 'move2' } } as const;
  given(ledger, opened, moved).when(another).rejects('WRONG_STATE');
  given(ledger).when(move).rejects('WRONG_STATE');
});

test('E13: in the store that it moves to, the ledger arrives or its move is cancelled, never both', () => {
  const arrived = event('LedgerOpened', { arrival: { moveId: 'move1', count: 421, hash: 'ab'.repeat(32) } });
  given(ledger).when(cancel).then(cancelled);
  given(ledger, cancelled).when(cancel).nothing();
  given(ledger, cancelled).when({ type: 'OpenLedger', data: arrived.data }).rejects('WRONG_STATE');
  given(ledger, arrived).when(cancel).rejects('WRONG_STATE');
  const another = { type: 'CancelMove', data: { ...cancelled.data, moveId: 'move2' } } as const;
  given(ledger, cancelled).when(another).rejects('WRONG_STATE');
});
