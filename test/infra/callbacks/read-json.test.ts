import { jsonObjectIn, textIn } from '../../../infra/callbacks/read-json';

const read = (text: string) => jsonObjectIn(Buffer.from(text));
const nested = (levels: number, inside = '1') => `${'{"a":'.repeat(levels)}${inside}${'}'.repeat(levels)}`;

test.each([
  ['{"a":1,"a":"2"}', { a: '2' }],
  ['{"a":[{"b":{}}]}', { a: [{ b: {} }] }],
])('%s is an object of JSON', (text, object) => {
  expect(read(text)).toEqual(object);
});

test.each(['', '[]', 'null', '"a"', '7', '{', '{"a":1}}', '\u0000', '{"a":"'])('%j is none', (text) => {
  expect(read(text)).toBeNull();
});

test('bytes that are no UTF-8 are none', () => {
  expect(jsonObjectIn(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBeNull();
});

test('64 levels are read, and one more is none', () => {
  expect(read(nested(64))).not.toBeNull();
  expect(read(nested(65))).toBeNull();
  expect(read(nested(64, '[]'))).toBeNull();
});

test('brackets within texts are no levels, also after quotes that belong to the text', () => {
  const text = JSON.stringify({ a: '["\\'.repeat(100), b: ['"]'] });
  expect(read(text)).toEqual(JSON.parse(text));
  expect(read(`{"a":"\\\\","b":${'['.repeat(64)}${']'.repeat(64)}}`)).toBeNull();
});

test('an own field that is text is read, and any other is empty', () => {
  expect(['a', 'b', 'toString'].map((field) => textIn({ a: 'x', b: 1 }, field))).toEqual(['x', '', '']);
});
