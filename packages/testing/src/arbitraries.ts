/**
 * Arbitraries of fast-check: money, codes, and commands to the deciders of `lastro-testing/deciders`.
 *
 * @example
 * import fc from 'fast-check';
 * import { brCodes, commandsIn, commandsOf, withFaults } from 'lastro-testing/arbitraries';
 * import { cashout, fold } from 'lastro-testing/deciders';
 * const first = <Value>(values: fc.Arbitrary<Value>): Value => fc.sample(values, { numRuns: 1, seed: 7 })[0]!;
 * const command = first(commandsIn(cashout, fold(cashout, [])));
 * const unreliable = first(withFaults(commandsOf(cashout), ['REPEAT', 'LOSE']));
 * console.log(command.type, Array.isArray(unreliable), first(brCodes).slice(0, 6));
 * // CreateIntent true 000201
 */
export {
  boletos,
  brCodes,
  brokenBoletos,
  brokenBrCodes,
  cnpjs,
  cpfs,
  payeeNames,
  pixKeys,
} from './arbitraries/codes';
export { baseUnits, basisPoints, cents, memos } from './arbitraries/money';
export { FAULTS, type Fault, withFaults } from './faults';
export { commandsIn, commandsOf, faultyCommandsOf, historiesOf } from './histories';
