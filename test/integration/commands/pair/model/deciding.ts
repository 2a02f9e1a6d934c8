import { decidePair } from '../../../../../commands/pair/decide-pair';
import type { PairDecision } from '../../../../../commands/pair/decision';
import { leadingEvent } from '../../../../../commands/pair/lead';
import { answerOf, type LookAnswer, looked, UNKNOWN } from '../../../../../commands/pair/standing';
import type { PairLook } from '../../../../../commands/ports/pair';
import { wholeLook } from './looking';
import { AT, attaching, type Rules } from './rules';
import {
  type Actor,
  counted,
  type HalfLook,
  isHonest,
  postgresOf,
  type Which,
  type World,
  withActor,
  withPostgres,
} from './world';

export const DOWN: Actor = {
  ...{ role: 'DOWN', pg: 0, store: 0, look: null, step: null, wasQuiet: false, wanted: null },
  ...{ standing: UNKNOWN, startedAs: null, longWrong: null },
};

export interface Outcome {
  readonly label: string;
  readonly world: World;
  /** A forbidden state; the search ends with it. */
  readonly violation?: string;
}

interface Seen extends HalfLook {
  readonly look: PairLook;
}

/** The third read of a look, and what the actor makes of it. */
export const decide = (world: World, which: Which, half: HalfLook, rules: Rules): Outcome => {
  const { pg: ofActor, store } = world.actors[which];
  const seen = { ...half, isHonest: half.isHonest && isHonest(world, ofActor, store) };
  const outcome = decideBy(world, which, seen, rules);
  const { step, pg } = outcome.world.actors[which];
  if (step?.do !== 'APPEND') return outcome;
  const sent = [...new Set([...postgresOf(outcome.world, pg).sent, step.coming.id])].sort();
  return { ...outcome, world: withPostgres(outcome.world, pg, { sent }) };
};

const decideBy = (world: World, which: Which, half: HalfLook, rules: Rules): Outcome => {
  const actor = world.actors[which];
  const look = rules.seen(wholeLook(world, actor, half), actor.role);
  const idle = withActor(world, which, { look: null });
  switch (actor.role) {
    case 'SERVICE':
      if (actor.startedAs === null) return start(idle, which, { ...half, look }, rules);
      return actor.wanted === null
        ? stand(idle, which, { ...half, look })
        : lead(idle, which, { ...half, look }, rules);
    case 'ATTACH':
      return operate(idle, which, attaching(look, newId(world, which)), rules);
    case 'DOWN':
      return { label: 'nothing', world: idle };
  }
};

export const newId = (world: World, which: Which): string => `e${world.counts.ids}@${world.actors[which].pg}`;

const refusedHonest = ({ isHonest }: HalfLook): { violation?: string } =>
  isHonest ? { violation: 'an honest pair is refused' } : {};

const start = (world: World, which: Which, half: Seen, rules: Rules): Outcome => {
  const { look } = half;
  const drawn = { id: `ledger${world.counts.ids}`, at: AT };
  const decision = decidePair(look, drawn);
  if (decision.says === 'RIGHT') {
    const { row } = look.database;
    const up = { startedAs: row?.ledgerId ?? null, standing: { is: 'RIGHT', lookedMs: 0 } } as const;
    return { label: 'starts', world: withActor(world, which, up) };
  }
  if (decision.says === 'WRONG') {
    const label = `is refused, ${decision.refusal.because}`;
    return { label, world: withActor(world, which, DOWN), ...refusedHonest(half) };
  }
  if (decision.says === 'AWAY' || decision.says === 'AGAIN') return { label: 'waits', world };
  const { step } = decision;
  const isNew = step.do === 'WRITE_ROW' && step.from === null;
  const stepping = withActor(world, which, { step: rules.step(step), wasQuiet: false });
  return { label: `decides ${step.do}`, world: isNew ? counted(stepping, 'ids') : stepping };
};

const stand = (world: World, which: Which, half: Seen): Outcome => {
  const { startedAs } = world.actors[which];
  return takeAnswer(
    world,
    which,
    half,
    answerOf(decidePair(half.look, { id: 'none', at: AT }), half.look, startedAs ?? ''),
  );
};

const takeAnswer = (world: World, which: Which, half: HalfLook, answer: LookAnswer): Outcome => {
  const { standing } = world.actors[which];
  const isNewConnection = standing.is === 'DOUBTED' || standing.is === 'WRONG';
  const next = looked(standing, { startedMs: 0, isNewConnection, answer: withoutNames(answer) });
  const label = answer.says === 'WRONG' ? `sees ${answer.refusal.because}` : `sees ${answer.says}`;
  const isWrong = answer.says === 'WRONG';
  return { label, world: withActor(world, which, { standing: next }), ...(isWrong ? refusedHonest(half) : {}) };
};

/** States that differ only in their report to the operator are one. */
const withoutNames = (answer: LookAnswer): LookAnswer =>
  answer.says === 'WRONG' ? { says: 'WRONG', refusal: { because: 'LOG_EMPTY', words: '' } } : answer;

const lead = (world: World, which: Which, half: Seen, rules: Rules): Outcome => {
  const { wanted } = world.actors[which];
  if (wanted === null) return { label: 'leads nothing', world };
  const decision = rules.decideAppend(half.look, wanted);
  const resting = withActor(world, which, { wanted: null });
  if (decision.says === 'STEP') {
    return { label: `decides ${decision.step.do}`, world: withActor(world, which, { step: decision.step }) };
  }
  if (decision.says === 'AWAY' || decision.says === 'AGAIN') return { label: 'waits', world };
  if (decision.says === 'WRONG') {
    return takeAnswer(resting, which, half, { says: 'WRONG', refusal: decision.refusal });
  }
  return { label: 'leads', world: resting };
};

/** Elected: wants its event in the stream before it projects. */
export const wantToLead = (world: World, which: Which): World => {
  const actor = world.actors[which];
  const { row } = postgresOf(world, actor.pg);
  const wanted = row === null ? null : leadingEvent(row, newId(world, which), AT);
  return counted(withActor(world, which, { wanted }), 'ids');
};

const operate = (world: World, which: Which, decision: PairDecision, rules: Rules): Outcome => {
  const { role } = world.actors[which];
  if (decision.says === 'STEP') {
    const step = rules.step(decision.step);
    const isNew = step.do === 'WRITE_ROW' && step.to?.coming?.id === newId(world, which);
    const stepping = withActor(world, which, { step, wasQuiet: false });
    return { label: `decides ${step.do}`, world: isNew ? counted(stepping, 'ids') : stepping };
  }
  if (decision.says === 'AWAY' || decision.says === 'AGAIN') return { label: 'waits', world };
  const label = decision.says === 'RIGHT' ? `${role} is done` : `${role} is refused, ${decision.refusal.because}`;
  return { label, world: withActor(world, which, DOWN) };
};
