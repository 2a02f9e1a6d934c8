import { memosOf, TRANSFER_SELECTOR } from '../../../../../../infra/chains/evm/protocol/memo';
import fc from '../../../../../properties';
import { MEMO } from '../scenario';

const hexOf = (bytes: string | Uint8Array): string => `0x${Buffer.from(bytes as string).toString('hex')}`;
const behindTransfer = (tail: string): string => `${TRANSFER_SELECTOR}${'00'.repeat(64)}${tail.slice(2)}`;

describe('The memos of a transaction', () => {
  it('are its calldata', () => expect(memosOf(hexOf(MEMO), 'acme')).toEqual([MEMO]));

  it('are the bytes after the arguments of a transfer', () =>
    expect(memosOf(behindTransfer(hexOf(MEMO)), 'acme')).toEqual([MEMO]));

  it.each([
    ['no calldata', '0x'],
    ['a transfer without a tail', behindTransfer('0x')],
    ['a transfer that is cut short', behindTransfer('0x').slice(0, 100)],
    ['a prefix without its colon', hexOf('acme')],
    ['NUL inside, which no database text can hold', hexOf('acme:\0')],
    ['more than 256 bytes', hexOf(`acme:${'x'.repeat(252)}`)],
    ['half a character at the end', `${hexOf(MEMO)}c3`],
    ['a surrogate', `${hexOf(MEMO)}eda080`],
    ['an overlong form of a letter', `${hexOf('acme:')}c181`],
  ])('are none for %s', (_, input) => expect(memosOf(input, 'acme')).toEqual([]));

  it('have exactly the bytes that were sent, or do not exist', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (tail) => {
        const sent = Buffer.concat([Buffer.from('acme:'), tail]);
        const memos = memosOf(hexOf(sent), 'acme');
        expect(memos.every((memo) => Buffer.from(memo, 'utf8').equals(sent))).toBe(true);
      }),
    );
  });

  it('are found for every text that begins with the prefix', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        fc.pre(!text.includes('\0'));
        expect(memosOf(hexOf(`acme:${text}`), 'acme')).toEqual([`acme:${text}`]);
      }),
    );
  });
});
