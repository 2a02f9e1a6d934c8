import { isSameRow } from '../../../../../commands/pair/decide-pair';
import type { AppendStep, PairStep, RowStep } from '../../../../../commands/pair/decision';
import type { Outcome } from './deciding';
import {
  type Actor,
  type Message,
  type Postgres,
  postgresOf,
  type Store,
  storeOf,
  type Which,
  type World,
  withActor,
  withPostgres,
  withStore,
} from './world';

/** As the store does it: an id that stands at its revision is one's own, another revision than the next is refused. */
const appended = ({ identity, work }: Store, { coming, expected }: AppendStep): Store => {
  const revision = expected === 'no_stream' ? 0 : expected + 1;
  if (identity.length !== revision) return { identity, work };
  return { work, identity: [...identity, { ...coming.event, id: coming.id, revision }] };
};

/** An append arrives: of its process, or after its process was given up. */
export const arrive = (world: World, { store, append }: Message): Outcome => {
  const next = withStore(world, store, appended(storeOf(world, store), append));
  const label = `${append.coming.event.type} ${append.coming.id} arrives`;
  return { label, world: next };
};

/** Null: the step is no append. */
export const messageOf = ({ step, store }: Actor): Message | null =>
  step?.do === 'APPEND' ? { store, append: step } : null;

/** The store would refuse the append. */
export const isTaken = (world: World, { store, append }: Message): boolean => {
  const expected = append.expected === 'no_stream' ? -1 : append.expected;
  return storeOf(world, store).identity.length > expected + 1;
};

const writeRow = (world: World, pg: Which, { from, to }: RowStep): World => {
  const now = postgresOf(world, pg);
  if (!isSameRow(now.row, from)) return world;
  return withPostgres(world, pg, { row: to, ...known(now, to) });
};

/** Attaching takes the log's end as its own, against all earlier knowledge. */
const known = (now: Postgres, to: RowStep['to']): Partial<Postgres> => {
  if (to === null) return { sent: [], confirmed: null };
  const last = to.last?.id ?? null;
  const coming = to.coming === null ? [] : [to.coming.id];
  if (last !== null && !now.sent.includes(last)) return { sent: [last, ...coming], confirmed: last };
  return { sent: [...new Set([...now.sent, ...coming])].sort(), confirmed: last };
};

/** Empty while the step waits for time to pass, or without a step. */
export const perform = (world: World, which: Which): readonly Outcome[] => {
  const actor = world.actors[which];
  const { step } = actor;
  if (step === null) return [];
  const message = messageOf(actor);
  const done = withActor(world, which, { step: null, wasQuiet: false });
  if (message !== null) return [arrive(done, message)];
  if (step.do === 'STAY_QUIET' && !actor.wasQuiet) return [];
  return [{ label: `does ${step.do}`, world: act(done, which, step) }];
};

const act = (world: World, which: Which, step: PairStep): World => {
  const { pg } = world.actors[which];
  switch (step.do) {
    case 'WRITE_ROW':
      return writeRow(world, pg, step);
    case 'STAY_QUIET':
      return writeRow(world, pg, step.thenWrite);
    case 'APPEND':
    case 'MOVE_CHECKPOINT_BACK':
      return world;
  }
};
