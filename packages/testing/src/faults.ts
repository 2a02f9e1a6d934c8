import fc from 'fast-check';

export type Fault = 'REPEAT' | 'REORDER' | 'LOSE' | 'DELAY';

export const FAULTS: readonly Fault[] = ['REPEAT', 'REORDER', 'LOSE', 'DELAY'];

const MOST_FAULTS = 4;
const FURTHEST = 8;

interface Placed {
  readonly fault: Fault;
  readonly place: number;
  /** How many others go before a command that is delayed. */
  readonly distance: number;
}

const moved = <Item>(list: readonly Item[], from: number, to: number): readonly Item[] => {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
};

const withFault = <Item>(list: readonly Item[], { fault, place, distance }: Placed): readonly Item[] => {
  if (list.length === 0) return list;
  const at = place % list.length;
  switch (fault) {
    case 'REPEAT':
      return [...list.slice(0, at + 1), ...list.slice(at)];
    case 'REORDER':
      return moved(list, at, at + 1);
    case 'LOSE':
      return [...list.slice(0, at), ...list.slice(at + 1)];
    case 'DELAY':
      return moved(list, at, at + distance);
  }
};

/** The same lists, where a few items come twice, before their time, late or not at all. An item keeps the time that it names. */
export const withFaults = <Item>(
  lists: fc.Arbitrary<readonly Item[]>,
  faults: readonly Fault[] = FAULTS,
): fc.Arbitrary<readonly Item[]> => {
  const placed = fc.record<Placed>({
    fault: fc.constantFrom(...faults),
    place: fc.nat(99),
    distance: fc.integer({ min: 1, max: FURTHEST }),
  });
  return fc
    .tuple(lists, fc.array(placed, { minLength: 1, maxLength: MOST_FAULTS }))
    .map(([list, made]) => made.reduce(withFault<Item>, list));
};
