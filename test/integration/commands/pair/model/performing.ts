import { isSameRow } from '../../../../../commands/pair/decide-pair';
import type { AppendStep, RowStep } from '../../../../../commands/pair/decision';
import type { MoveStep } from '../../../../../commands/pair/moving/moving';
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

const otherOf = (store: Which): Which => (store === 0 ? 1 : 0);

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
  const isLeft = isArrived(next) && storeOf(next, 0).work.some((id) => !storeOf(next, 1).work.includes(id));
  return { label, world: next, ...(isLeft ? { violation: 'an event of ours is left behind' } : {}) };
};

/** The ledger lives in the second store, having come from the first. */
export const isArrived = (world: World): boolean => {
  const opening = storeOf(world, 1).identity[0];
  return opening?.type === 'LedgerOpened' && opening.data.arrival !== undefined;
};

/** Null: the step is no append. */
export const messageOf = ({ step, store }: Actor): Message | null => {
  if (step?.do === 'APPEND') return { store, append: step };
  if (step?.do !== 'APPEND_TO_TARGET') return null;
  return { store: otherOf(store), append: { do: 'APPEND', coming: step.coming, expected: 'no_stream' } };
};

/** It would be refused. */
export const isTaken = (world: World, { store, append }: Message): boolean => {
  const expected = append.expected === 'no_stream' ? -1 : append.expected;
  return storeOf(world, store).identity.length > expected + 1;
};

const writeRow = (world: World, pg: Which, { from, to }: RowStep): World => {
  const now = postgresOf(world, pg);
  if (!isSameRow(now.row, from)) return world;
  return withPostgres(world, pg, { row: to, ...known(now, to) });
};

/** Attaching takes the log's end for one's own, whatever was known before. */
const known = (now: Postgres, to: RowStep['to']): Partial<Postgres> => {
  if (to === null) return { sent: [], confirmed: null };
  const last = to.last?.id ?? null;
  const coming = to.coming === null ? [] : [to.coming.id];
  if (last !== null && !now.sent.includes(last)) return { sent: [last, ...coming], confirmed: last };
  return { sent: [...new Set([...now.sent, ...coming])].sort(), confirmed: last };
};

/** Nothing, while the step waits for time to pass or there is none. */
export const perform = (world: World, which: Which): readonly Outcome[] => {
  const actor = world.actors[which];
  const { step } = actor;
  if (step === null) return [];
  const message = messageOf(actor);
  const done = withActor(world, which, { step: null, wasQuiet: false });
  if (message !== null) return [arrive(done, message)];
  if ((step.do === 'STAY_QUIET' || step.do === 'AWAIT_QUIET') && !actor.wasQuiet) return [];
  return [{ label: `does ${step.do}`, world: act(done, which, step) }];
};

const act = (world: World, which: Which, step: MoveStep): World => {
  const { pg, run } = world.actors[which];
  const now = postgresOf(world, pg);
  const ran = (what: Partial<Actor['run']>): World => withActor(world, which, { run: { ...run, ...what } });
  switch (step.do) {
    case 'WRITE_ROW':
      return writeRow(world, pg, step);
    case 'STAY_QUIET':
      return writeRow(world, pg, step.thenWrite);
    case 'AWAIT_QUIET':
      return ran({ wasQuiet: true });
    case 'COPY':
      return copyOne(world, which, step.pass);
    case 'COMPARE':
      return ran({ compared: { count: 1, hash: 'h' } });
    case 'PUT_BESIDE':
      return withPostgres(ran({ isBeside: true }), pg, { isBeside: now.row?.move != null });
    case 'PUT_IN_PLACE': {
      if (!now.isBeside || !isSameRow(now.row, step.from)) return world;
      const arrival = step.to.last?.id ?? '';
      return withPostgres(world, pg, { row: step.to, isBeside: false, sent: [arrival], confirmed: arrival });
    }
    case 'DROP_MOVE':
      return isSameRow(now.row, step.from) ? withPostgres(world, pg, { row: step.to, isBeside: false }) : world;
    case 'APPEND':
    case 'APPEND_TO_TARGET':
    case 'ADOPT':
    case 'MOVE_CHECKPOINT_BACK':
      return world;
  }
};

/** One event at a time; with none left the pass is over. */
const copyOne = (world: World, which: Which, pass: 'FIRST' | 'REST'): World => {
  const { store, run } = world.actors[which];
  const source = storeOf(world, store);
  const target = storeOf(world, otherOf(store));
  const missing = source.work.find((id) => !target.work.includes(id));
  if (missing !== undefined) {
    return withStore(world, otherOf(store), { ...target, work: [...target.work, missing] });
  }
  const ended = pass === 'FIRST' ? { isCopied: true } : { isRestCopied: true };
  return withActor(world, which, { run: { ...run, ...ended } });
};
