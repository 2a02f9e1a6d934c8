import { jsonObjectIn, textIn } from '../../../infra/callbacks/read-json';

const read = (text: string) => jsonObjectIn(Buffer.from(text));
const nested = (levels: number, inside = '1') => `${'{"a":'.repeat(levels)}${inside}${'}'.repeat(levels)}`;

test.each([
  ['{"a":1,"a":"2"}', { a: '2' }],
  ['{"a":[{"b":{}}]}', { a: [{ b: {} }] }],
])('%s is an object of JSON', (text, object) => {
  expect(read(text)).toEqual(object);
});

test.each([
  '',
  '[]',
  'null',
  '"a"',
  '7',
  '{',
  '{"a":1}}',
  '\u0000',
  '{"a":"',
])('%j is not an object of JSON', (text) => {
  expect(read(text)).toBeNull();
});

test('bytes that are not UTF-8 are not an object of JSON', () => {
  expect(jsonObjectIn(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBeNull();
});

test('reads 64 levels, and rejects one more', () => {
  expect(read(nested(64))).not.toBeNull();
  expect(read(nested(65))).toBeNull();
  expect(read(nested(64, '[]'))).toBeNull();
});

test('brackets within texts do not count as levels, also after quotes within the text', () => {
  const text = JSON.stringify({ a: '["\\'.repeat(100), b: ['"]'] });
  expect(read(text)).toEqual(JSON.parse(text));
  expect(read(`{"a":"\\\\","b":${'['.repeat(64)}${']'.repeat(64)}}`)).toBeNull();
});

test('reads an own text field, and treats any other as empty', () => {
  expect(['a', 'b', 'toString'].map((field) => textIn({ a: 'x', b: 1 }, field))).toEqual(['x', '', '']);
});
