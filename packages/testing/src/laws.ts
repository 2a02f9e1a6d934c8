/**
 * Laws of the deciders: `law(decider)` resolves when 1,000 histories keep the law, and rejects with the shortest that does not.
 *
 * @example
 * import { cashout } from 'lastro-testing/deciders';
 * import { repeatedCommandChangesNothing } from 'lastro-testing/laws';
 * const evolve: typeof cashout.evolve = (state, event) =>
 *   event.type === 'PayoutDispatched' ? state : cashout.evolve(state, event);
 * const forgetful = { ...cashout, evolve };
 * await repeatedCommandChangesNothing(forgetful, { seed: 7 }).catch(({ message }) => console.log(message.split('\n')[0]));
 * // A repeated command changes nothing: the cashout breaks this law.
 */
export { amountsArePositive, amountsSumToTheCent } from './laws/amounts';
export { neverMoreThanCameIn, noPayoutWithoutFunds } from './laws/funds';
export { type Law, type LawOptions, law } from './laws/law';
export { foldsOfPartsAreEqual, repeatedCommandChangesNothing, terminalStatesStay } from './laws/standing';
export type { Check, Trial } from './laws/trial';
export { idsAreUnique } from './laws/unique-ids';
export { sentencesOf } from './sentences';
