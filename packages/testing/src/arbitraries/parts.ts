import fc from 'fast-check';
import { time } from '../samples/sample-data';

export const at = fc.integer({ min: 0, max: 900 }).map(time);
export const reason = fc.constantFrom('because', 'therefore');
export const many = <Command>(...kinds: readonly fc.Arbitrary<Command>[]): fc.Arbitrary<readonly Command[]> =>
  fc.array(fc.oneof(...kinds), { maxLength: 40 });
export const one = <Command>(command: Command): fc.Arbitrary<Command> => fc.constant(command);

/** Begins with nothing, or with a beginning of one of the roads. */
export const along = <Command>(
  roads: readonly (readonly Command[])[],
  rest: fc.Arbitrary<readonly Command[]>,
): fc.Arbitrary<readonly Command[]> => {
  const beginnings = roads.flatMap((road) => road.map((_, index) => road.slice(0, index + 1)));
  return fc.tuple(fc.constantFrom([], ...beginnings), rest).map(([beginning, others]) => [...beginning, ...others]);
};
