/**
 * Suites for authors of adapters, for jest or another runner: what every event store and provider must do.
 *
 * @example
 * import { describeChargeProvider, type ChargesUnderTest, resultsOf } from 'lastro-testing/contracts';
 * const open = async (): Promise<ChargesUnderTest> => {
 *   throw new Error('Open your adapter and its test server here.');
 * };
 * const results = await resultsOf((runner) =>
 *   describeChargeProvider('mine', { open, idempotency: 'LOOKUP_ONLY', books: 'ACCOUNT', faults: {}, runner }),
 * );
 * console.log(results.filter(({ outcome }) => outcome === 'skipped').length, 'of', results.length, 'are skipped');
 * // 14 of 21 are skipped
 */
export type { Runner } from './contracts/cases';
export { describeChainReader } from './contracts/chains/contract';
export type { ChainContract, ChainFaults, ChainUnderTest } from './contracts/chains/scene';
export { describeChargeProvider } from './contracts/charges/contract';
export type { ChargeContract, ChargeFaults, ChargesUnderTest } from './contracts/charges/scene';
export { describeCryptoDelivery } from './contracts/deliveries/contract';
export type { DeliveriesUnderTest, DeliveryContract, DeliveryFaults } from './contracts/deliveries/scene';
export { describeEventStore, type EventStoreContract, type OpenStore } from './contracts/event-store/contract';
export { describeKycProvider } from './contracts/kyc/contract';
export type { KycContract, KycFaults, KycUnderTest } from './contracts/kyc/scene';
export { describePayoutProvider } from './contracts/payouts/contract';
export type { PayoutContract, PayoutFaults, PayoutsUnderTest } from './contracts/payouts/scene';
export type { Arm, ManualClock, ProviderTraits } from './contracts/providers';
export { resultsOf, type TestResult } from './contracts/results-of';
