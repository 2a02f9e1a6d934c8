import { complaintsIn } from './complaints';

const told = '{"level":30,"msg":"request"}';
const fault = '{"level":50,"msg":"An error that nobody foresaw"}';
const alerting = (kind: string): string => `{"level":50,"alert":"${kind}","msg":"An alert"}`;

test('a fault of the service is a complaint, and what it tells besides is none', () => {
  expect(complaintsIn([told, fault, ''].join('\n'))).toEqual([`the service logged ${fault}`]);
});

test('an alert about what the simulators play is no complaint, and any other is', () => {
  const log = ['kyc-sanctions', 'refund-refused', 'payout-contradicted'].map(alerting).join('\n');
  expect(complaintsIn(log)).toEqual([`the service logged ${alerting('payout-contradicted')}`]);
});

test('five complaints are enough', () => {
  expect(complaintsIn(Array.from({ length: 9 }, () => fault).join('\n'))).toHaveLength(5);
});
