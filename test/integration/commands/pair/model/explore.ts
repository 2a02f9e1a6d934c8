import { isSameRow } from '../../../../../commands/pair/decide-pair';
import type { Outcome } from './deciding';
import { halfLook, mustLook } from './looking';
import { isTaken } from './performing';
import { RULES, type Rules } from './rules';
import { successors } from './successors';
import { type Actor, isUp, postgresOf, type Scenario, type World, wrongness } from './world';

export interface Found {
  readonly states: number;
  readonly violation: string | null;
  /** The shortest way there. */
  readonly way: readonly string[];
  /** Labels of all that happened anywhere, without the actor. */
  readonly happened: ReadonlySet<string>;
}

interface Reached {
  readonly world: World;
  readonly from: number;
  readonly label: string;
}

type NumberOf = (part: object | null) => number;

/** Parts that are equal are one object with one number, so that a state is a few numbers. */
const createParts = () => {
  const byText = new Map<string, object>();
  const numbers = new Map<object, number>();
  const known = <Part extends object>(part: Part, textOf: () => string): Part => {
    if (numbers.has(part)) return part;
    const text = textOf();
    const first = byText.get(text);
    if (first !== undefined) return first as Part;
    byText.set(text, part);
    numbers.set(part, numbers.size);
    return part;
  };
  const same = <Part extends object | null>(part: Part): Part =>
    part === null ? part : known(part, () => JSON.stringify(part));
  return { known, same, numberOf: (part: object | null) => (part === null ? -1 : (numbers.get(part) ?? -1)) };
};

const createStates = () => {
  const { known, same, numberOf } = createParts();
  const sameActor = (actor: Actor): Actor => known(actor, () => textOf(actor, (part) => numberOf(same(part))));
  const sameWorld = ({ postgres, stores, actors, underWay, counts }: World): World => ({
    postgres: [same(postgres[0]), same(postgres[1])],
    stores: [same(stores[0]), same(stores[1])],
    // Equal actors are interchangeable.
    actors: inOrder(sameActor(actors[0]), sameActor(actors[1]), numberOf),
    underWay: same(underWay),
    counts: same(counts),
  });
  const keyOf = ({ postgres, stores, actors, underWay, counts }: World): string =>
    [...postgres, ...stores, ...actors, underWay, counts].map(numberOf).join(' ');
  return { sameWorld, keyOf };
};

const inOrder = (first: Actor, second: Actor, numberOf: NumberOf): World['actors'] =>
  numberOf(first) <= numberOf(second) ? [first, second] : [second, first];

const textOf = ({ look, step, wanted, standing, ...rest }: Actor, numberOf: NumberOf): string => {
  const half = look === null ? '' : `${numberOf(look.postgres)} ${look.isHonest}`;
  const parts = [step, wanted, standing].map(numberOf);
  return `actor ${Object.values(rest).join(' ')} ${parts.join(' ')} ${half}`;
};

/** Indistinguishable states are one: a part without further effect ends at once. */
const settled = (world: World, rules: Rules): World => {
  const [first, second] = world.actors;
  const actors = [settledActor(world, first, rules), settledActor(world, second, rules)] as const;
  const isOver = world.underWay !== null && isTaken(world, world.underWay);
  if (actors[0] === first && actors[1] === second && !isOver) return world;
  return { ...world, actors, underWay: isOver ? null : world.underWay };
};

/** A look at a row that was written meanwhile, a pair that is no longer wrong, or not for the same reason. */
const settledActor = (world: World, actor: Actor, { isRowReadOnce }: Rules): Actor => {
  const { look, pg, store, longWrong } = actor;
  const isOld = look !== null && !isRowReadOnce && !isSameRow(look.postgres.row, postgresOf(world, pg).row);
  const isMissing = (look === null || isOld) && mustLook(actor);
  const isRight = longWrong !== null && (!isUp(actor) || wrongness(world, pg, store) !== longWrong);
  if (!isOld && !isMissing && !isRight) return actor;
  const begun = isMissing ? halfLook(world, actor) : null;
  return { ...actor, look: isOld || isMissing ? begun : look, longWrong: isRight ? null : longWrong };
};

/** Every state that can be reached, breadth first, until one that must not be. */
export const explore = (scenario: Scenario, mostStates: number, rules: Rules = RULES): Found => {
  const { sameWorld, keyOf } = createStates();
  const initial = sameWorld(scenario.initial);
  const reached: Reached[] = [{ world: initial, from: -1, label: 'begin' }];
  const seen = new Set([keyOf(initial)]);
  const happened = new Set<string>();
  for (let at = 0; at < reached.length; at += 1) {
    for (const outcome of successors(reached[at]!.world, scenario, rules)) {
      happened.add(outcome.label.replace(/^\d: /, ''));
      if (outcome.violation !== undefined) return ended(reached, at, outcome, happened);
      const world = sameWorld(settled(outcome.world, rules));
      const key = keyOf(world);
      if (seen.has(key)) continue;
      seen.add(key);
      reached.push({ world, from: at, label: outcome.label });
    }
    if (reached.length > mostStates) throw new Error(`More than ${mostStates} states, after ${at} of them`);
  }
  return { states: reached.length, violation: null, way: [], happened };
};

const ended = (
  reached: readonly Reached[],
  at: number,
  { label, violation }: Outcome,
  happened: Set<string>,
): Found => {
  const way = [label];
  for (let back = at; back >= 0; back = reached[back]!.from) way.unshift(reached[back]!.label);
  return { states: reached.length, violation: violation ?? null, way, happened };
};
