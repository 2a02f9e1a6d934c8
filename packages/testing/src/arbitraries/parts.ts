import fc from 'fast-check';
import { time } from '../samples/sample-data';

export const at = fc.integer({ min: 0, max: 900 }).map(time);
export const reason = fc.constantFrom('because', 'therefore');
export const many = <Command>(...kinds: readonly fc.Arbitrary<Command>[]): fc.Arbitrary<readonly Command[]> =>
  fc.array(fc.oneof(...kinds), { maxLength: 40 });
export const one = <Command>(command: Command): fc.Arbitrary<Command> => fc.constant(command);
