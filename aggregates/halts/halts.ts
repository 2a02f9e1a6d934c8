import type { Decider } from '../decider';
import { rejection } from '../rejection';
import type { Halt, HaltEvent } from './events';

export type HaltsState = ReadonlyMap<string, Halt & { readonly haltedAt: string }>;

export interface HaltCommand {
  readonly type: 'HaltPayouts' | 'ResumePayouts';
  readonly halt: Halt;
  readonly now: string;
}

const MOST_HALTS = 1_000;

const keyOf = ({ scope, value }: Halt): string => `${scope} ${value}`;

export const isHalted = (state: HaltsState, ...halts: readonly Halt[]): boolean =>
  halts.some((halt) => state.has(keyOf(halt)));

const evolve = (state: HaltsState, { type, data }: HaltEvent): HaltsState => {
  const after = new Map(state);
  if (type === 'PayoutsHalted') after.set(keyOf(data), data);
  else after.delete(keyOf(data));
  return after;
};

const decide = (state: HaltsState, { type, halt, now }: HaltCommand): readonly HaltEvent[] => {
  if (isHalted(state, halt) === (type === 'HaltPayouts')) return [];
  if (type === 'ResumePayouts') return [{ type: 'PayoutsResumed', data: { ...halt, resumedAt: now } }];
  if (state.size >= MOST_HALTS) throw rejection('LIMIT_EXCEEDED', `At most ${MOST_HALTS} halts may exist at once`);
  return [{ type: 'PayoutsHalted', data: { ...halt, haltedAt: now } }];
};

export const HALTS_ID = 'payouts';

export const halts: Decider<HaltsState, HaltCommand, HaltEvent> = {
  category: 'halts',
  initial: new Map(),
  evolve,
  decide,
};
