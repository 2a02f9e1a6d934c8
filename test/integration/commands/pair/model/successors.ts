import { lookDue, type Standing, TWO_STORES } from '../../../../../commands/pair/standing';
import { DOWN, decide, type Outcome, wantToLead } from './deciding';
import { halfLook } from './looking';
import { arrive, messageOf, perform } from './performing';
import type { Rules } from './rules';
import {
  type Actor,
  counted,
  isHonest,
  isUp,
  type Postgres,
  postgresOf,
  type Scenario,
  storeOf,
  type Which,
  type World,
  withActor,
  withPostgres,
  withStore,
  wrongness,
} from './world';

const ACTORS: readonly Which[] = [0, 1];
const STEP_MS = 75_000;
/** Older makes no difference. */
const OLDEST_MS = -STEP_MS;

/** Everything that may happen next. */
export const successors = (world: World, { starts, most }: Scenario, rules: Rules): readonly Outcome[] => [
  ...ACTORS.flatMap((which) => {
    const named = (outcome: Outcome): Outcome => ({ ...outcome, label: `${which}: ${outcome.label}` });
    const actor = world.actors[which];
    if (actor.role === 'DOWN') return starting(world, which, starts).map(named);
    return [
      ...going(world, which, most, rules),
      { label: 'crashes', world: withActor(world, which, DOWN) },
      ...working(world, which, most, rules),
    ].map(named);
  }),
  ...ofTheNetwork(world),
  ...ofTheOperator(world, most),
];

const starting = (world: World, which: Which, starts: Scenario['starts']): readonly Outcome[] =>
  starts.map((start) => ({
    label: `begins as ${start.role} on PostgreSQL ${start.pg} and store ${start.store}`,
    world: withActor(world, which, { ...DOWN, ...start }),
  }));

/** The actor's own next step: it reads PostgreSQL, and then the log, on which it decides and acts. */
const going = (world: World, which: Which, most: Scenario['most'], rules: Rules): readonly Outcome[] => {
  const actor = world.actors[which];
  const { look, step, pg } = actor;
  if (step !== null) return perform(world, which);
  const reading = { label: 'reads the row', world: withActor(world, which, { look: halfLook(world, actor) }) };
  if (look === null) return mayLook(actor) ? [reading] : [];
  const decided = decide(world, which, look, rules);
  if (decided.world.counts.ids > most.ids) return [];
  const acted = acting(decided, which, most);
  return look.postgres === postgresOf(world, pg) ? acted : [reading, ...acted];
};

/** An append arrives, or is not answered: its process gives it up or crashes, and it may arrive later. */
const acting = (decided: Outcome, which: Which, most: Scenario['most']): readonly Outcome[] => {
  const { world, label } = decided;
  const message = messageOf(world.actors[which]);
  const acted = perform(world, which).map((outcome) => ({ ...outcome, label: `${label}, ${outcome.label}` }));
  if (acted.length === 0) return [decided];
  if (message === null || world.underWay !== null || world.counts.unanswered >= most.unanswered) return acted;
  const sending = (next: World): World => counted({ ...next, underWay: message }, 'unanswered');
  return [
    ...acted,
    { label: `${label}, crashes`, world: sending(withActor(world, which, DOWN)) },
    { label: `${label}, gives it up`, world: sending(withActor(world, which, { step: null })) },
  ];
};

/** The second look of a doubt has its time; another one would say nothing. */
const mayLook = ({ standing }: Actor): boolean =>
  (standing.is !== 'DOUBTED' && standing.is !== 'WRONG') || lookDue(standing, 0, TWO_STORES).inMs === 0;

/** A running service appends, projects and is elected while it is allowed to. */
const working = (world: World, which: Which, most: Scenario['most'], rules: Rules): readonly Outcome[] => {
  const actor = world.actors[which];
  if (!isUp(actor) || !rules.mayAppend(actor.standing, 0)) return [];
  const violation = forbidden(world, which, rules);
  if (violation !== null) return [{ label: 'may work', world, violation }];
  const outcomes: Outcome[] = [];
  if (world.counts.works < most.works) outcomes.push(work(world, which));
  const { work: done } = storeOf(world, actor.store);
  const id = done.at(-1);
  const { considered } = postgresOf(world, actor.pg);
  if (id !== undefined && considered?.id !== id) {
    const changed = { considered: { id, revision: done.length - 1 } };
    outcomes.push({ label: 'projects', world: withPostgres(world, actor.pg, changed) });
  }
  const isFree = actor.wanted === null && actor.look === null && actor.step === null;
  if (isFree && world.counts.ids < most.ids) outcomes.push({ label: 'is elected', world: wantToLead(world, which) });
  return outcomes;
};

const work = (world: World, which: Which): Outcome => {
  const { pg, store } = world.actors[which];
  const { identity, work: before } = storeOf(world, store);
  const id = `w${world.counts.works}@${pg}`;
  return {
    label: `works ${id}`,
    world: counted(withStore(world, store, { identity, work: [...before, id] }), 'works'),
  };
};

/** A process that may work may do so at any moment; the model does not wait until it does. Null: it may. */
const forbidden = (world: World, which: Which, rules: Rules): string | null => {
  const { pg, store, longWrong } = world.actors[which];
  const { identity } = storeOf(world, store);
  if (longWrong !== null) return 'a wrong pair works for 75 s';
  const isAttached = identity.at(-1)?.type === 'LedgerAttached' && isHonest(world, pg, store);
  const others = world.actors.filter((other) => isUp(other) && other.store === store && other.pg !== pg);
  const isShared = isAttached && others.some(({ standing }) => rules.mayAppend(standing, 0));
  return isShared ? 'two PostgreSQLs work after one was attached' : null;
};

const ofTheNetwork = (world: World): readonly Outcome[] => {
  const { underWay } = world;
  if (underWay === null) return [{ label: '75 s pass', world: tick(world) }];
  const next = { ...world, underWay: null };
  return [arrive(next, underWay), { label: 'an append is lost', world: next }];
};

const aged = (standing: Standing): Standing => {
  const older = (ms: number): number => Math.max(ms - STEP_MS, OLDEST_MS);
  if (standing.is === 'UNKNOWN') return standing;
  const lookedMs = older(standing.lookedMs);
  if (standing.is === 'DOUBTED') return { ...standing, lookedMs, sinceMs: older(standing.sinceMs) };
  if (standing.is !== 'WRONG' || standing.agreedMs === null) return { ...standing, lookedMs };
  return { ...standing, lookedMs, agreedMs: older(standing.agreedMs) };
};

/** A message under way has arrived or is lost by then. */
const tick = (world: World): World => {
  const later = (actor: Actor): Actor => ({
    ...actor,
    standing: aged(actor.standing),
    wasQuiet: actor.step?.do === 'STAY_QUIET',
    // A look that is not answered by then never is.
    look: null,
    longWrong: isUp(actor) ? wrongness(world, actor.pg, actor.store) : null,
  });
  return { ...world, actors: [later(world.actors[0]), later(world.actors[1])] };
};

/** Its connections end, and so do the looks that were under way. */
const restored = (world: World, copy: Postgres): World => {
  const cut = (actor: Actor): Actor => (actor.pg === 0 ? { ...actor, look: null, step: null } : actor);
  return { ...world, postgres: [copy, copy], actors: [cut(world.actors[0]), cut(world.actors[1])], underWay: null };
};

/** A PostgreSQL or a store is copied; the copy is used beside the first, or put in its place under its processes. */
const ofTheOperator = (world: World, most: Scenario['most']): readonly Outcome[] => {
  const { postgres, stores, counts } = world;
  const outcomes: Outcome[] = [];
  if (counts.clones < most.clones && postgres[1] === null) {
    outcomes.push({
      label: 'PostgreSQL is cloned',
      world: counted({ ...world, postgres: [postgres[0], postgres[0]] }, 'clones'),
    });
  }
  if (counts.clones < most.clones && stores[1] === null) {
    outcomes.push({
      label: 'the store is copied',
      world: counted({ ...world, stores: [stores[0], stores[0]] }, 'clones'),
    });
  }
  if (counts.restores < most.restores && stores[1] !== null) {
    outcomes.push({
      label: 'the store is restored',
      world: counted({ ...world, stores: [stores[1], stores[1]] }, 'restores'),
    });
  }
  if (counts.restores < most.restores && postgres[1] !== null) {
    outcomes.push({
      label: 'PostgreSQL is restored',
      world: counted(restored(world, postgres[1]), 'restores'),
    });
  }
  return outcomes;
};
