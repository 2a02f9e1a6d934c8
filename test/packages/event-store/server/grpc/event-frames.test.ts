import { ReadResp } from '@eventstore/db-client/generated/streams_pb';
import { encodeEvents } from '../../../../../packages/event-store/server/grpc/event-frames';
import { createFrameReader } from '../../../../../packages/event-store/server/grpc/frames';
import { stored } from '../stored';

const messagesOf = (bytes: Buffer, chunkBytes = bytes.length): Buffer[] => {
  const messages: Buffer[] = [];
  const read = createFrameReader(1_000_000, (message) => messages.push(Buffer.from(message)));
  for (let at = 0; at < bytes.length; at += chunkBytes) read(bytes.subarray(at, at + chunkBytes));
  return messages;
};

describe('encoded events', () => {
  const events = [
    stored(1, { revision: 0, data: '', metadata: '' }),
    stored(300, { stream: 'ação-💰', type: 'Depósito', data: '{"texto":"é"}', metadata: '{"a":1}' }),
    stored(2 ** 40 + 3, { isJson: false, data: Buffer.from([0, 255, 128]), revision: 2 ** 35 }),
    stored(70_000, { data: 'x'.repeat(20_000), metadata: 'y'.repeat(200), stream: 's'.repeat(130) }),
  ];

  it('are read by the official client', () => {
    const messages = messagesOf(encodeEvents(events));
    expect(messages).toHaveLength(events.length);
    for (const [index, event] of events.entries()) {
      const resolved = ReadResp.deserializeBinary(messages[index]!).getEvent()!;
      const recorded = resolved.getEvent()!;
      const text = (value: Uint8Array | string): string => Buffer.from(value as Uint8Array).toString('utf8');
      expect(recorded.getId()!.getString()).toBe(event.id);
      expect(text(recorded.getStreamIdentifier()!.getStreamName_asU8())).toBe(event.stream);
      expect(Number(recorded.getStreamRevision())).toBe(event.revision);
      expect(Number(recorded.getCommitPosition())).toBe(event.position);
      expect(Number(recorded.getPreparePosition())).toBe(event.position);
      expect(Number(resolved.getCommitPosition())).toBe(event.position);
      expect(Object.fromEntries(recorded.getMetadataMap().toObject(false, undefined as never))).toEqual({
        type: event.type,
        created: `${event.createdMs}0000`,
        'content-type': event.isJson ? 'application/json' : 'application/octet-stream',
      });
      expect(Buffer.from(recorded.getData_asU8())).toEqual(Buffer.from(event.data as string));
      expect(Buffer.from(recorded.getCustomMetadata_asU8())).toEqual(Buffer.from(event.metadata as string));
    }
  });

  it('survive any split on the way', () => {
    const bytes = encodeEvents(events);
    const whole = messagesOf(bytes);
    for (const chunkBytes of [1, 3, 7, 1_000]) expect(messagesOf(bytes, chunkBytes)).toEqual(whole);
  });

  it('are rejected beyond the limit, and when compressed', () => {
    const read = createFrameReader(10, () => undefined);
    expect(() => read(Buffer.from([0, 0, 0, 0, 11]))).toThrow('at most 10 bytes');
    const other = createFrameReader(10, () => undefined);
    expect(() => other(Buffer.from([1, 0, 0, 0, 1, 0]))).toThrow('Compressed');
  });
});
