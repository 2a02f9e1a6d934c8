import { parseExactly } from '../../../../infra/chains/encodings/exact-json';
import fc from '../../../properties';

describe('JSON with exact numbers', () => {
  it('has numbers beyond 2^53 as text, and leaves the rest unchanged', () => {
    expect(parseExactly('{"a":[9007199254740993,1,-1,0.5],"b":"9007199254740993, \\" 9007199254740993"}')).toEqual({
      a: ['9007199254740993', 1, -1, 0.5],
      b: '9007199254740993, " 9007199254740993',
    });
  });

  it('reads other JSON as the platform does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const small = JSON.stringify(JSON.parse(text, (_, one) => (typeof one === 'number' ? Math.sign(one) : one)));
        expect(parseExactly(small)).toEqual(JSON.parse(small));
      }),
    );
  });
});
