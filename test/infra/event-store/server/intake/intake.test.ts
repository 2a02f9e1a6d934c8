import { randomUUID } from 'node:crypto';
import { frame } from '../../../../../infra/event-store/server/grpc/frames';
import { STATUS } from '../../../../../infra/event-store/server/grpc/refusal';
import { type Doorway, openDoorway, type RawCall, type RawConnection, SMALL } from './raw-caller';
import { appendEvent, appendOptions, type BatchAnswer, batchAnswer, batchPart } from './requests';

const MEBIBYTE = 1024 * 1024;
const EXHAUSTED = STATUS.RESOURCE_EXHAUSTED;

/** A header that promises a message, and some of it. */
const partOf = (messageBytes: number, sentBytes: number): Buffer => {
  const header = Buffer.alloc(5);
  header.writeUInt32BE(messageBytes, 1);
  return Buffer.concat([header, Buffer.alloc(sentBytes)]);
};

const answersOf = async (call: RawCall, count: number): Promise<readonly BatchAnswer[]> => {
  await call.untilRead(() => call.answers().length >= count);
  return call.answers().map(batchAnswer);
};

const firstOf = async (call: RawCall): Promise<Buffer> => {
  await call.untilRead(() => call.answers().length > 0);
  return call.answers()[0]!;
};

describe('E4: what callers have begun and not finished', () => {
  let doorway: Doorway;
  beforeEach(async () => {
    doorway = await openDoorway();
  });
  afterEach(() => doorway.close());

  const held = () => {
    const { requests, batchCalls, appends, bytes } = doorway.server.intake;
    return { requests: requests.held(), batchCalls: batchCalls.held(), appends: appends.held(), bytes: bytes.held() };
  };

  /** A small append by somebody else, of either kind. */
  const isServed = async (connection?: RawConnection): Promise<void> => {
    const neighbour = connection ?? doorway.connect();
    await servedOver(neighbour);
    if (connection === undefined) neighbour.close();
  };

  const servedOver = async (connection: RawConnection): Promise<void> => {
    const single = connection.call('Append');
    await single.send(appendOptions('neighbour'));
    await single.send(appendEvent(10));
    single.end();
    expect((await single.ended).status).toBe(STATUS.OK);
    const batch = connection.call('BatchAppend');
    const id = randomUUID();
    await batch.send(batchPart({ id, stream: 'neighbour', isFinal: true }));
    expect(await answersOf(batch, 1)).toEqual([{ id, code: STATUS.OK, message: '' }]);
    batch.end();
    expect((await batch.ended).status).toBe(STATUS.OK);
  };

  /** Once the calls are over nothing is counted any more. */
  const isForgotten = async (): Promise<void> => {
    await isServed();
    while (Object.values(held()).some((amount) => amount !== 0)) await new Promise((resolve) => setImmediate(resolve));
  };

  it('batch appends without their last part are bounded in number, and those within the bound go on', async () => {
    const connection = doorway.connect();
    const call = connection.call('BatchAppend');
    const ids = Array.from({ length: 5 }, () => randomUUID());
    for (const id of ids) await call.send(batchPart({ id, stream: 'unfinished' }));
    const refused = await answersOf(call, 2);
    expect(refused.map(({ id, code }) => [id, code])).toEqual(ids.slice(3).map((id) => [id, EXHAUSTED]));
    expect(held().appends).toBe(SMALL.ofConnection.appends);
    await isServed();
    for (const id of ids) await call.send(batchPart({ id, isFinal: true }));
    const ended = await answersOf(call, 5);
    expect(ended.slice(2).map(({ id, code }) => [id, code])).toEqual(ids.slice(0, 3).map((id) => [id, STATUS.OK]));
    expect(doorway.appended.filter(({ stream }) => stream === 'unfinished').map(({ events }) => events.length)).toEqual(
      [2, 2, 2],
    );
    call.end();
    await isForgotten();
  });

  it('batch appends without their last part are bounded in all, over connections', async () => {
    const [first, second] = [doorway.connect().call('BatchAppend'), doorway.connect().call('BatchAppend')];
    for (let n = 0; n < 3; n += 1) await first.send(batchPart({ id: randomUUID(), stream: 'unfinished' }));
    while (held().appends < 3) await new Promise((resolve) => setImmediate(resolve));
    for (let n = 0; n < 3; n += 1) await second.send(batchPart({ id: randomUUID(), stream: 'unfinished' }));
    const [refused] = await answersOf(second, 1);
    expect(refused?.code).toBe(EXHAUSTED);
    expect(held().appends).toBe(SMALL.inAll.appends);
    await isServed();
    first.cancel();
    second.cancel();
    await isForgotten();
  });

  it('batch appends without their last part are bounded in bytes, however small their events are', async () => {
    for (const [eventBytes, events] of [
      [900_000, 1],
      [0, 4_000],
    ] as const) {
      const call = doorway.connect().call('BatchAppend');
      for (let n = 0; n < 3; n += 1) {
        await call.send(batchPart({ id: randomUUID(), stream: 'unfinished', eventBytes, events }));
      }
      const [refused] = await answersOf(call, 1);
      expect(refused?.code).toBe(EXHAUSTED);
      expect(held().bytes).toBeLessThanOrEqual(SMALL.ofConnection.bytes);
      await isServed();
      call.cancel();
      await isForgotten();
    }
  });

  it('single appends are bounded in bytes and in number', async () => {
    const connection = doorway.connect();
    const large = [connection.call('Append'), connection.call('Append'), connection.call('Append')];
    for (const call of large) {
      await call.send(appendOptions('unfinished'));
      await call.send(appendEvent(900_000));
    }
    expect((await Promise.race(large.map(({ ended }) => ended))).status).toBe(EXHAUSTED);
    expect(held().bytes).toBeLessThanOrEqual(SMALL.ofConnection.bytes);
    await isServed();
    expect(doorway.appended.every(({ stream }) => stream === 'neighbour')).toBe(true);
    for (const call of large) call.cancel();
    await isForgotten();

    const many = Array.from({ length: SMALL.ofConnection.requests + 1 }, () => connection.call('Append'));
    expect((await Promise.race(many.map(({ ended }) => ended))).status).toBe(EXHAUSTED);
    expect(held().requests).toBeLessThanOrEqual(SMALL.ofConnection.requests);
    await isServed();
    for (const call of many) call.cancel();
    await isForgotten();
  });

  it('messages are counted whole when they begin, and bounded over calls and connections', async () => {
    const connection = doorway.connect();
    const begun = Array.from({ length: 3 }, () => connection.call('Append'));
    for (const call of begun) await call.write(partOf(MEBIBYTE, 100));
    expect((await Promise.race(begun.map(({ ended }) => ended))).message).toBe(
      'Too many bytes of requests are unfinished',
    );
    expect(held().bytes).toBeGreaterThan(1.9 * MEBIBYTE);
    expect(held().bytes).toBeLessThanOrEqual(SMALL.ofConnection.bytes);
    await isServed();
    const others = [doorway.connect().call('Append'), doorway.connect().call('Append')];
    for (const call of others) await call.write(partOf(MEBIBYTE, 100));
    expect((await Promise.race(others.map(({ ended }) => ended))).status).toBe(EXHAUSTED);
    expect(held().bytes).toBeGreaterThan(2.9 * MEBIBYTE);
    expect(held().bytes).toBeLessThanOrEqual(SMALL.inAll.bytes);
    await isServed();
    for (const call of [...begun, ...others]) call.cancel();
    await isForgotten();
  });

  it('a message that takes far more memory than its bytes is refused before it is decoded', async () => {
    const call = doorway.connect().call('BatchAppend');
    // Empty events, of two bytes each.
    await call.send(Buffer.alloc(200_000, Buffer.from([0x1a, 0x00])));
    expect(await call.ended).toEqual({ status: EXHAUSTED, message: 'Too many bytes of requests are unfinished' });
    await isForgotten();
  });

  it('calls that carry many appends are bounded', async () => {
    const connection = doorway.connect();
    const calls = [0, 1, 2].map(() => connection.call('BatchAppend'));
    expect((await Promise.race(calls.map(({ ended }) => ended))).message).toBe('Too many batch append calls are open');
    expect(held().batchCalls).toBe(SMALL.ofConnection.batchCalls);
    await isServed();
    for (const call of calls) call.cancel();
    await isForgotten();
  });

  it('connections are bounded, and there is room again when one ends', async () => {
    await doorway.close();
    doorway = await openDoorway({ ...SMALL, connections: 2 });
    const [first, second] = [doorway.connect(), doorway.connect()];
    await isServed(first);
    await isServed(second);
    const refused = doorway.connect();
    await new Promise((resolve) => refused.session.once('close', resolve));
    await isServed(second);
    first.close();
    for (let isIn = false; !isIn; ) {
      const next = doorway.connect();
      isIn = await new Promise((resolve) => {
        next.session.once('remoteSettings', () => resolve(true));
        next.session.once('close', () => resolve(false));
      });
    }
    expect(doorway.lines).toContain('connection refused: too many are open');
  });

  it('a caller that does not read its answers is not read either, and loses none', async () => {
    const call = doorway.connect().call('BatchAppend');
    call.pause();
    const ids = Array.from({ length: 30_000 }, () => randomUUID());
    let sent = 0;
    const sending = (async () => {
      for (; sent < ids.length; sent += 500) {
        const some = ids.slice(sent, sent + 500);
        await call.write(Buffer.concat(some.map((id) => frame(batchPart({ id, stream: '$$no', isFinal: true })))));
      }
    })();
    const neighbour = doorway.connect();
    for (let before = -1; before !== sent; ) {
      before = sent;
      for (let n = 0; n < 10; n += 1) await isServed(neighbour);
    }
    expect(sent).toBeLessThan(ids.length);
    call.resume();
    await sending;
    const answerBytes = 5 + (await firstOf(call)).length;
    await call.untilRead(() => call.bytesRead() >= ids.length * answerBytes);
    const answers = call.answers().map(batchAnswer);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(ids.length);
    expect(answers.every(({ code }) => code === STATUS.PERMISSION_DENIED)).toBe(true);
    call.cancel();
    await isForgotten();
  });

  it('bad callers write one line a minute', async () => {
    for (let n = 0; n < 5; n += 1) {
      const call = doorway.connect().call('BatchAppend');
      await call.send(Buffer.alloc(200_000, Buffer.from([0x1a, 0x00])));
      expect((await call.ended).status).toBe(EXHAUSTED);
    }
    expect(doorway.lines).toEqual(['a call was refused: Too many bytes of requests are unfinished']);
  });
});
