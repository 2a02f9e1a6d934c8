import { bytesIn, numberIn, readMessage } from '../../../../infra/chains/tron/protocol/protobuf';
import fc from '../../../properties';

const messageOf = (hex: string) => readMessage(Buffer.from(hex, 'hex'));

describe('A protobuf message', () => {
  it('has numbers exactly, up to the highest int64', () => {
    expect(numberIn(messageOf('08ffffffffffffffff7f'), 1)).toBe(2n ** 63n - 1n);
    expect(numberIn(messageOf(''), 1)).toBe(0n);
    expect(() => numberIn(messageOf('08ffffffffffffffffff01'), 1)).toThrow('malformed');
  });

  it('leaves out fields of a fixed length', () => {
    expect(numberIn(messageOf('0d01020304110102030405060708087b'), 1)).toBe(123n);
  });

  it.each([
    ['is cut off', '0a05'],
    ['has a field twice', '0a00120012001200'],
    ['has a number where bytes are', '1001'],
    ['has a group', '13'],
  ])('is malformed when it %s', (_, hex) => {
    expect(() => bytesIn(messageOf(hex), 2)).toThrow('malformed');
  });

  it('is read or rejected as malformed, with any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          expect(readMessage(Buffer.from(bytes)).size).toBeLessThanOrEqual(bytes.length);
        } catch (error) {
          expect(String(error)).toContain('malformed');
        }
      }),
    );
  });
});
