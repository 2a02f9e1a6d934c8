import { parseBoleto } from '../../../aggregates/codes/boleto';
import { parseBrCode } from '../../../aggregates/codes/br-code';
import { parsePixKey } from '../../../aggregates/codes/pix-key';
import { isCnpj, isCpf } from '../../../aggregates/codes/tax-id';
import * as arbitraries from '../../../packages/testing/src/arbitraries';
import { cashout, fold, kycSession } from '../../../packages/testing/src/deciders';
import { decideOrRefuse } from '../../../packages/testing/src/run-commands';
import fc, { samplesOf } from '../../properties';

const TODAY = '2026-11-20';
const always = <Value>(values: fc.Arbitrary<Value>, law: (value: Value) => boolean) =>
  fc.assert(fc.property(values, law));

test('arbitrary codes are valid, and broken ones are not', () => {
  always(arbitraries.brCodes, (code) => parseBrCode(code).ok);
  always(arbitraries.brokenBrCodes, (code) => !parseBrCode(code).ok);
  always(arbitraries.boletos, (barcode) => parseBoleto(barcode, TODAY).ok);
  always(arbitraries.brokenBoletos, (barcode) => !parseBoleto(barcode, TODAY).ok);
  always(arbitraries.cpfs, isCpf);
  always(arbitraries.cnpjs, isCnpj);
  always(arbitraries.pixKeys, ({ kind, key }) => parsePixKey(kind, key) === key);
});

test('amounts are positive and shares are at most the whole', () => {
  always(arbitraries.cents, (amount) => amount > 0n && amount <= 100_000_000_000n);
  always(arbitraries.baseUnits(6), (amount) => amount > 0n && amount <= 10n ** 15n);
  always(arbitraries.basisPoints, (share) => share >= 0n && share <= 10_000n);
  always(arbitraries.memos, (memo) => /^lastro:bafkrei[a-z2-7]{52}$/.test(memo));
});

test('a random command in a given state writes an event most often', () => {
  const state = fold(cashout, []);
  const written = [...samplesOf(arbitraries.commandsIn(cashout, state), 100)].filter(
    (command) => decideOrRefuse(cashout, state, command).length > 0,
  );
  expect(written.length).toBeGreaterThan(50);
});

const COUNTED = fc.constant([1, 2, 3, 4, 5, 6]);
const sorted = (list: readonly number[]): readonly number[] => list.toSorted((left, right) => left - right);

test.each<[arbitraries.Fault, (list: readonly number[]) => boolean]>([
  ['REPEAT', (list) => list.length > 6 && new Set(list).size === 6 && list.join() === sorted(list).join()],
  ['LOSE', (list) => list.length < 6 && list.join() === sorted(list).join()],
  ['REORDER', (list) => sorted(list).join() === '1,2,3,4,5,6'],
  ['DELAY', (list) => sorted(list).join() === '1,2,3,4,5,6'],
])('the fault %s has its effect', (fault, holds) => {
  const faulty = arbitraries.withFaults(COUNTED, [fault]);
  always(faulty, holds);
  expect([...samplesOf(faulty, 100)].some((list) => list.join() !== '1,2,3,4,5,6')).toBe(true);
});

test('the commands of a KYC session lead to every status', () => {
  const seen = new Set<string>();
  for (const history of samplesOf(arbitraries.historiesOf(kycSession), 500))
    for (const { type, data } of history) seen.add(type === 'KycSessionStatusChanged' ? data.status : type);
  expect([...seen].toSorted()).toEqual([
    'APPROVED',
    'EXPIRED',
    'IN_PROGRESS',
    'IN_REVIEW',
    'KycDataErased',
    'KycSessionOpened',
    'KycSessionStarted',
    'PENDING',
    'REJECTED',
  ]);
});
