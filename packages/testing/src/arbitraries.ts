/**
 * Arbitraries of fast-check: money, codes, and commands to the deciders of `lastro-testing/deciders`.
 *
 * @example
 * import fc from 'fast-check';
 * import { brCodes, commandsIn, commandsOf, withFaults } from 'lastro-testing/arbitraries';
 * import { cashout, fold } from 'lastro-testing/deciders';
 * const first = { numRuns: 1, seed: 7 };
 * const [command] = fc.sample(commandsIn(cashout, fold(cashout, [])), first);
 * const [unreliable] = fc.sample(withFaults(commandsOf(cashout), ['REPEAT', 'LOSE']), first);
 * const [code] = fc.sample(brCodes, first);
 * console.log(command?.type, Array.isArray(unreliable), code?.slice(0, 6));
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
