import { commandIdOf, eventIdOf, providerKeyOf, streamIdOf } from '../../../commands/handling/deterministic-ids';

// Computed by another program and written down, because a change would make every repeated command a new one.
test.each([
  [commandIdOf('match-deposit', 'ethereum:0xd1:0'), '7fc84c49-3031-519c-bb65-899e4f11c27f'],
  [providerKeyOf('cid1', 1), '01f40584-c761-555a-9604-11027d383df2'],
  [eventIdOf('6f1d7c52-9f0e-5d0b-9a53-0c4a3a1f7e21', 0), '1e45c4ec-8934-578f-9251-118e86803195'],
  [streamIdOf('6f1d7c52-9f0e-5d0b-9a53-0c4a3a1f7e21'), '53d8a031-e6b6-54cb-ab54-9d0e0e55ab2a'],
])('%s is for ever', (id, expected) => {
  expect(id).toBe(expected);
});

test('parts are told apart', () => {
  expect(commandIdOf('ab', 'c')).not.toBe(commandIdOf('a', 'bc'));
  expect(providerKeyOf('cid1', 11)).not.toBe(providerKeyOf('cid11', 1));
});
