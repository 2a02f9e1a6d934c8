import { createReceiptTokens } from '../../../infra/security/receipt-tokens';

const tokens = createReceiptTokens(Buffer.alloc(32, 7));
const ID = 'bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4';
const genuine = tokens.tokenOf(ID);
const proof = genuine.slice(ID.length + 1);

test('a token contains the payment and 128 bits of proof, the same from every process with the key', () => {
  expect(Buffer.from(proof, 'base64url')).toHaveLength(16);
  expect(createReceiptTokens(Buffer.alloc(32, 7)).tokenOf(ID)).toBe(genuine);
  expect(tokens.paymentOf(genuine)).toBe(ID);
});

const flipped = (text: string, at: number): string =>
  `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;

test.each([
  ['the payment alone', ID],
  ['no proof', `${ID}.`],
  ['the proof alone', proof],
  ['the proof of another payment', `${ID}.${tokens.tokenOf('another').slice('another.'.length)}`],
  ['the proof by another key', createReceiptTokens(Buffer.alloc(32, 8)).tokenOf(ID)],
  ['half of the proof', genuine.slice(0, -11)],
  ['something more', `${genuine}A`],
  ['a line more', `${genuine}\n`],
  // Another text of the same 16 bytes.
  [
    'bits that mean nothing',
    `${genuine.slice(0, -1)}${String.fromCharCode(genuine.charCodeAt(genuine.length - 1) + 1)}`,
  ],
  ['characters outside ASCII', `${ID}.${'é'.repeat(22)}`],
  ['a path', `../${genuine}`],
  ['nothing', ''],
  ['a megabyte', 'a'.repeat(1_000_000)],
])('%s opens nothing', (_what, text) => {
  expect(tokens.paymentOf(text)).toBeNull();
});

test('checks each character of the proof', () => {
  for (let at = ID.length + 1; at < genuine.length; at += 1) expect(tokens.paymentOf(flipped(genuine, at))).toBeNull();
});
