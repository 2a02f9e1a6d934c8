import type { AppendRequest } from '../../../../../packages/event-store/log/append-request';
import type { EventLog } from '../../../../../packages/event-store/log/log';
import { logAway } from '../../../../../packages/event-store/log/log-error';
import { appendCall } from '../../../../../packages/event-store/server/calls/append-call';
import { batchAppendCall } from '../../../../../packages/event-store/server/calls/batch-append-call';
import { readCall } from '../../../../../packages/event-store/server/calls/read-call';
import { subscribeToAll } from '../../../../../packages/event-store/server/calls/subscriptions';
import type { Call } from '../../../../../packages/event-store/server/grpc/call';
import { asRefusal, STATUS } from '../../../../../packages/event-store/server/grpc/refusal';
import type { ReadOptions } from '../../../../../packages/event-store/server/messages/wire';
import { appendOptions, batchAnswer, batchPart } from './requests';

const UNREADABLE = Buffer.from([0x0a, 0xff, 0xff, 0xff, 0x7f]);
const nothing = (): void => undefined;
const log = (head: number): EventLog =>
  ({ queries: { head: async () => head }, onAppended: () => nothing, nowMs: () => 0 }) as unknown as EventLog;

/** A call that sends one message; a throw of its listener is what the call ends with. */
const sending = (message: Buffer, failed: (error: unknown) => void): Call => ({
  headers: {},
  deadlineMs: Infinity,
  isClosed: () => false,
  onClosed: nothing,
  listen: ({ onMessage, onEnd }) => {
    try {
      onMessage(message);
      onEnd();
    } catch (error) {
      failed(error);
    }
  },
  pause: nothing,
  resume: nothing,
  write: async () => undefined,
  hasRoom: () => true,
  finish: nothing,
});

describe('a message with an error', () => {
  const methods = {
    Read: readCall(log(0)),
    Append: appendCall(log(0)),
    BatchAppend: batchAppendCall(log(0), nothing),
  };

  it.each(Object.entries(methods))('is an invalid argument of %s', async (_name, handler) => {
    const error = await new Promise((resolve) => {
      handler(sending(UNREADABLE, resolve)).catch(resolve);
    });
    expect(error).toMatchObject({ status: STATUS.INVALID_ARGUMENT });
  });
});

describe('an internal fault', () => {
  it('is answered as INTERNAL with an id, and logged under that id', () => {
    const lines: string[] = [];
    const { status, message } = asRefusal(new TypeError('x is no function'), (line) => void lines.push(line));
    expect(status).toBe(STATUS.INTERNAL);
    expect(message).toMatch(/^internal error [0-9a-f-]{36}$/);
    expect(lines).toEqual([expect.stringMatching(`^${message}: TypeError: x is no function`)]);
    expect(lines[0]).not.toContain('\n');
  });

  it('is not confused with an unavailable database, which allows another try', () => {
    const lines: string[] = [];
    const away = asRefusal(logAway('connection refused'), (line) => void lines.push(line));
    expect([away.status, away.message, lines]).toEqual([
      STATUS.UNAVAILABLE,
      'The event log is away: connection refused',
      [],
    ]);
  });
});

describe('an append with an internal fault', () => {
  const cause = 'internal error 3b3f7c9e-5a57-4c09-9d3b-0f9f2a8f2f10';
  const submit = ({ answer }: AppendRequest): void => answer({ outcome: 'internal', cause });
  const faulty: EventLog = { ...log(0), submit };

  it('is answered as INTERNAL with the id, alone or in a batch', async () => {
    const call = { ...sending(Buffer.from(appendOptions('one')), nothing) };
    await expect(appendCall(faulty)(call)).rejects.toMatchObject({ status: STATUS.INTERNAL, message: cause });
    const written: Buffer[] = [];
    const id = '00000000-0000-4000-8000-000000000000';
    const batch = sending(Buffer.from(batchPart({ id, stream: 'one', isFinal: true })), nothing);
    await batchAppendCall(faulty, nothing)({ ...batch, write: async (framed) => void written.push(framed) });
    expect(written.map((framed) => batchAnswer(framed.subarray(5)))).toEqual([
      { id, code: STATUS.INTERNAL, message: cause },
    ]);
  });
});

describe('a subscription', () => {
  const from = (commit: number): ReadOptions => ({
    all: { from: 'position', position: { commit } },
    direction: 0,
    count: 0,
  });

  it('is refused when its position is beyond the head', async () => {
    const call = sending(Buffer.alloc(0), nothing);
    await expect(subscribeToAll(call, log(7), from(8))).rejects.toMatchObject({
      status: STATUS.INVALID_ARGUMENT,
      message: 'Position 8 is beyond the head 7 of the log',
    });
  });

  it('is accepted when its position is the head', async () => {
    const call = { ...sending(Buffer.alloc(0), nothing), isClosed: () => true };
    await expect(subscribeToAll(call, log(7), from(7))).resolves.toBeUndefined();
  });
});
