import { decodingCostBytes } from '../../../../../infra/event-store/server/grpc/decoding-cost';
import { batchPart } from '../intake/requests';

const MEBIBYTE = 1024 * 1024;

describe('E4: what decoding a message takes', () => {
  it('is little for ordinary messages, up to the largest append in many events', () => {
    const id = '00000000-0000-4000-8000-000000000000';
    expect(decodingCostBytes(Buffer.from(batchPart({ id, stream: 'one' })))).toBe(0);
    expect(decodingCostBytes(Buffer.from(batchPart({ id, stream: 'one', eventBytes: MEBIBYTE })))).toBeLessThan(2_000);
    const many = Buffer.from(batchPart({ id, stream: 'one', events: 10_000, eventBytes: 50 }));
    expect(decodingCostBytes(many)).toBeLessThan(8 * MEBIBYTE);
  });

  it.each([
    ['empty events', [0x1a, 0x00]],
    ['numbers', [0x20, 0x01]],
    ['fixed numbers', [0x25, 0x01, 0x02, 0x03, 0x04]],
  ])('is told by the number of %s', (_what, field) => {
    const count = 100_000;
    const message = Buffer.concat(Array.from({ length: count }, () => Buffer.from(field)));
    expect(decodingCostBytes(message)).toBe(count * 100);
  });

  it('counts what is within an event, such as its metadata', () => {
    const metadata = Buffer.alloc(100_000, Buffer.from([0x12, 0x00]));
    const event = Buffer.concat([Buffer.from([0x1a, 0xa0, 0x8d, 0x06]), metadata]);
    expect(decodingCostBytes(event)).toBe((1 + 50_000) * 100);
  });

  it.each([
    ['a length that never ends', 0xff],
    ['a wire type that is none', 0x0f],
    ['a length beyond the message', 0x7a],
  ])('ends with %s', (_what, byte) => {
    expect(decodingCostBytes(Buffer.alloc(100_000, byte))).toBeLessThan(100_000 * 100);
  });
});
