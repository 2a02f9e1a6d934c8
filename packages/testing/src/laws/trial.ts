import type { TestedDecider } from '../decider';
import type { Life } from '../lives';
import type { Run } from '../run-commands';
import type { Asked, Fact } from '../sentences';

export type Judged = TestedDecider<unknown, Asked, Fact>;

export interface Trial extends Run<unknown, Asked, Fact> {
  readonly decider: Judged;
  readonly life: Life;
}

/** For each case that the law is about: null when the law holds, or a sentence that says how it was broken. */
export type Check = (trial: Trial) => Iterable<string | null>;
