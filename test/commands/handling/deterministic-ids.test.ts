import {
  balanceIdOf,
  commandIdOf,
  eventIdOf,
  formerBalanceIdOf,
  providerKeyOf,
  streamIdOf,
} from '../../../commands/handling/deterministic-ids';

// Computed by another program and written down, because a change would make every repeated command a new one.
test.each([
  [commandIdOf('match-deposit', 'ethereum:0xd1:0'), '7fc84c49-3031-519c-bb65-899e4f11c27f'],
  [providerKeyOf('cid1', 1), '01f40584-c761-555a-9604-11027d383df2'],
  [eventIdOf('6f1d7c52-9f0e-5d0b-9a53-0c4a3a1f7e21', 0), '1e45c4ec-8934-578f-9251-118e86803195'],
  [balanceIdOf({ network: 'ethereum', wallet: '0xcc', partnerId: 'p1' }), '7b24e06b-39e3-5212-96f9-feca5904fdb4'],
  [balanceIdOf({ network: 'simulated', wallet: '0xcc', partnerId: 'p1' }), '0ba3c433-93c4-556f-b359-6713ea18b57a'],
  [
    formerBalanceIdOf({ network: 'simulated', wallet: '0xcc', partnerId: 'p1' }),
    '53e144a9-ec51-58fb-bcc5-3204e9d15190',
  ],
  [streamIdOf('6f1d7c52-9f0e-5d0b-9a53-0c4a3a1f7e21'), '53d8a031-e6b6-54cb-ab54-9d0e0e55ab2a'],
])('keeps the id %s in all versions', (id, expected) => {
  expect(id).toBe(expected);
});

test('keeps the parts of an id apart', () => {
  expect(commandIdOf('ab', 'c')).not.toBe(commandIdOf('a', 'bc'));
  expect(providerKeyOf('cid1', 11)).not.toBe(providerKeyOf('cid11', 1));
});

test('gives a wallet of a chain one id for all partners, but on the simulated network one id per partner', () => {
  const of = (network: string, partnerId: string) => balanceIdOf({ network, wallet: '0xcc', partnerId });
  expect(of('ethereum', 'p1')).toBe(of('ethereum', 'p2'));
  expect(of('simulated', 'p1')).not.toBe(of('simulated', 'p2'));
});
