import type { ServerWritableStream } from '@grpc/grpc-js';
import type { StoredEvent } from '../../../../packages/event-store/log/stored-event';
import { encodeEvents } from '../../../../packages/event-store/server/grpc/event-frames';
import { type Filter, filterOf } from '../../../../packages/event-store/server/messages/filter';
import {
  caughtUp,
  checkpoint,
  confirmation,
  streamNotFound,
} from '../../../../packages/event-store/server/messages/read-messages';
import { decodeReadRequest, type ReadOptions, toNumber } from '../../../../packages/event-store/server/messages/wire';
import type { ScriptedLog } from './log';
import { ANSWERS, type Script } from './script';

export type ReadCall = ServerWritableStream<Buffer, Buffer>;

export interface Library {
  readonly log: ScriptedLog;
  readonly script: Script;
}

const FRAME_HEADER_BYTES = 5;
const BACKWARDS = 1;

/** The encoders of the embedded server frame their messages; grpc-js does that itself. */
const send = (call: ReadCall, framed: Buffer): void => void call.write(framed.subarray(FRAME_HEADER_BYTES));
const sendEvent = (call: ReadCall, event: StoredEvent): void => send(call, encodeEvents([event]));

const visible = ({ log, script }: Library): readonly StoredEvent[] =>
  script.role === 'leader' ? log.events : log.events.slice(0, Math.max(0, log.events.length - script.lag));

const readStream = (call: ReadCall, library: Library, options: ReadOptions): void => {
  const name = Buffer.from(options.stream?.stream?.name ?? []).toString('utf8');
  const from = options.stream?.from === 'revision' ? toNumber(options.stream.revision) : 0;
  if (library.log.isDeleted(name)) throw ANSWERS.streamDeleted(name);
  const own = visible(library).filter((event) => event.stream === name && library.log.isShown(event));
  if (own.length === 0) send(call, streamNotFound(name));
  for (const event of own) if (event.revision >= from) sendEvent(call, event);
  call.end();
};

/** Null for the start, the end's is beyond every event. */
const placeOf = (options: ReadOptions): number | null => {
  if (options.all?.from === 'end') return Infinity;
  return options.all?.from === 'position' ? toNumber(options.all.position?.commit ?? 0) : null;
};

const isInsideRecord = (events: readonly StoredEvent[], place: number | null): boolean => {
  const isBeyond = place === null || place > (events.at(-1)?.position ?? 0);
  return !isBeyond && !events.some(({ position }) => position === place);
};

const readAll = (call: ReadCall, library: Library, options: ReadOptions): void => {
  const [events, place] = [visible(library), placeOf(options)];
  if (isInsideRecord(events, place)) throw ANSWERS.insideRecord();
  const chosen =
    options.direction === BACKWARDS
      ? events.filter(({ position }) => position < (place ?? 0)).reverse()
      : events.filter(({ position }) => position >= (place ?? 0));
  for (const event of chosen.slice(0, toNumber(options.count))) sendEvent(call, event);
  call.end();
};

interface Consumer {
  readonly filter: Filter | null;
  /** Index of the next event in the log. */
  next: number;
  considered: number;
  live: number;
}

const firstAfter = (events: readonly StoredEvent[], place: number): number => {
  const found = events.findIndex(({ position }) => position > place);
  return found === -1 ? events.length : found;
};

const tell = (call: ReadCall, consumer: Consumer, event: StoredEvent): void => {
  const { filter } = consumer;
  consumer.next += 1;
  consumer.considered += 1;
  if (filter === null || filter.matches(event)) sendEvent(call, event);
  if (filter !== null && consumer.considered % filter.checkpointEvery === 0) send(call, checkpoint(event.position));
};

const subscribeToAll = (call: ReadCall, library: Library, options: ReadOptions): void => {
  const place = placeOf(options);
  if (isInsideRecord(visible(library), place)) throw ANSWERS.insideRecordWhenFollowed();
  const consumer: Consumer = {
    filter: filterOf(options),
    next: firstAfter(visible(library), place ?? -1),
    considered: 0,
    live: 0,
  };
  let isLive = false;
  const go = (): void => {
    const events = visible(library);
    for (let event = events[consumer.next]; event !== undefined; event = events[consumer.next]) {
      // A place beyond the head: what comes before it is not delivered.
      if (event.position <= (place ?? -1)) {
        consumer.next += 1;
        continue;
      }
      if (isLive && consumer.live >= library.script.liveLimit) {
        leave();
        call.emit('error', ANSWERS.tooSlow());
        return;
      }
      tell(call, consumer, event);
      if (isLive) consumer.live += 1;
    }
  };
  const leave = library.log.onWrite(go);
  call.on('cancelled', leave);
  call.on('close', leave);
  send(call, confirmation('7f3a1c9e-1111-4222-8333-444455556666'));
  go();
  isLive = true;
  send(call, caughtUp());
};

export const isOfAll = (request: Buffer): boolean => !decodeReadRequest(request).options?.stream;

/** Streams/Read: a stream or $all, at once or as a subscription. */
export const serveRead = (call: ReadCall, library: Library): void => {
  const { options } = decodeReadRequest(call.request);
  if (!options) throw new Error('a read has options');
  if (options.amount === 'subscription') subscribeToAll(call, library, options);
  else if (options.stream) readStream(call, library, options);
  else readAll(call, library, options);
};
