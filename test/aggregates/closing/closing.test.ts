import { type CloseStream, closing, type Found, type Traces } from '../../../aggregates/closing/closing';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const closed = event('StreamClosed');
const { lastKnown } = closed.data;

const GONE: Found = { is: 'FAULTY', why: { closedFor: 'GONE', detail: 'the stream was permanently deleted' } };
const FOREIGN: Found = { is: 'FAULTY', why: { closedFor: 'FOREIGN', detail: 'another program started the stream' } };
const NO_TRACE: Traces = { memos: [], status: null, event: null, isParked: false };

const close = (more: Partial<CloseStream> = {}): CloseStream => ({
  ...{ type: 'CloseStream', stream: 'cashout-cid1', found: GONE },
  traces: { memos: ['lastro:cid1'], status: 'PROCESSING', event: lastKnown?.event ?? null, isParked: true },
  ...{ actor: 'ana', reason: 'deleted by hand', now: time(990) },
  ...more,
});

test('closes a payment whose stream is gone, with its last known state', () => {
  given(closing).when(close()).then(closed);
});

test('closes a deposit whose stream is gone', () => {
  const { intentId: _, ...rest } = closed.data;
  const deposit = { ...rest, stream: 'deposit-ethereum:0x1:0', depositId: 'ethereum:0x1:0' };
  given(closing)
    .when(close({ stream: 'deposit-ethereum:0x1:0' }))
    .then({ type: 'StreamClosed', data: deposit });
});

test('closes a stream once, in any later state', () => {
  given(closing, closed).when(close()).nothing();
  given(closing, closed)
    .when(close({ found: { is: 'WHOLE' }, actor: 'rui', now: time(991) }))
    .nothing();
});

test('refuses to close a whole stream, also when it is parked', () => {
  given(closing)
    .when(close({ found: { is: 'WHOLE' } }))
    .rejects('WRONG_STATE');
});

test('refuses to close a stream without a trace, or a foreign stream that no row needs', () => {
  for (const found of [{ is: 'NOTHING' } as const, FOREIGN]) {
    given(closing)
      .when(close({ found, traces: NO_TRACE }))
      .rejects('NOT_FOUND');
  }
  given(closing)
    .when(close({ stream: 'othershop-1' }))
    .rejects('NOT_FOUND');
});

test.each([
  ['the rows', { ...NO_TRACE, status: 'PENDING' }, { status: 'PENDING', event: null }],
  ['the audit trail', { ...NO_TRACE, event: lastKnown!.event }, { status: null, event: lastKnown!.event }],
  ['its parking alone', { ...NO_TRACE, isParked: true }, null],
])('treats a stream without an event as deleted when %s contains it', (_name, traces, known) => {
  const detail = 'the read models contain the stream, but the log has no events of it';
  given(closing)
    .when(close({ found: { is: 'NOTHING' }, traces }))
    .then(event('StreamClosed', { memos: [], lastKnown: known, closedFor: 'GONE', detail }));
});

test('closes a foreign stream under a name that our rows use', () => {
  given(closing)
    .when(close({ found: FOREIGN }))
    .then(event('StreamClosed', { closedFor: 'FOREIGN', detail: 'another program started the stream' }));
});

test.each([
  'watcher-ethereum',
  'partner-p1',
  'user-u1',
  'quote-q1',
  'webhook-evt_1',
  'link-l1',
  'ledger-identity',
])('refuses to close %s, which cannot continue under another name', (stream) =>
  given(closing).when(close({ stream })).rejects('WRONG_STATE'));
