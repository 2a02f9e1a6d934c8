import { faultsOf } from './document';

const item = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    // Names that are also keywords.
    example: { type: 'string', nullable: true },
    state: { type: 'string', enum: ['ON'], nullable: true },
  },
  required: ['id', 'example'],
};
const schema = { type: 'object', properties: { data: { type: 'array', items: item } }, required: ['data'] };

describe('an answer against its schema', () => {
  it.each([
    ['every field', { id: 'a', example: 'b', state: 'ON' }],
    ['a null that is allowed', { id: 'a', example: null, state: null }],
  ])('may have %s', (_what, value) => {
    expect(faultsOf(schema, { data: [value] })).toEqual([]);
  });

  it.each([
    ['an unknown field', { id: 'a', example: 'b', secret: 'c' }, '/data/0 must NOT have additional properties'],
    ['a field too few', { id: 'a' }, "/data/0 must have required property 'example'"],
    ['a null that is not allowed', { id: null, example: 'b' }, '/data/0/id must be string'],
    ['a value of no enumeration', { id: 'a', example: 'b', state: 'OFF' }, '/data/0/state must be equal to one of'],
  ])('may not have %s', (_what, value, fault) => {
    expect(faultsOf(schema, { data: [value] })[0]).toContain(fault);
  });

  it('is checked also behind references and for null', () => {
    const named = { allOf: [{ $ref: '#/components/schemas/LiveAnswer' }], nullable: true };
    expect(faultsOf(named, { status: 'UP' })).toEqual([]);
    expect(faultsOf(named, null)).toEqual([]);
    expect(faultsOf(named, { status: 'UP', host: 'db1' })).not.toEqual([]);
  });
});
