import { payee } from '../../samples/quoting';

/** Amounts and payees that make the bank play its scenarios. */
export const AMOUNTS: readonly bigint[] = [
  15_000n,
  15_000n,
  ...Array.from({ length: 14 }, (_, index) => BigInt(66_601 + index)),
];
export const PAYEES = [payee.key, payee.key, payee.key, 'fail.closed@sandbox.example'];
