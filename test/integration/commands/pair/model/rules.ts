import { type AttachAsked, decideAttach } from '../../../../../commands/pair/attach';
import type { PairStep } from '../../../../../commands/pair/decision';
import { decideAppend } from '../../../../../commands/pair/lead';
import { mayAppend, type Standing, TWO_STORES } from '../../../../../commands/pair/standing';
import type { PairLook } from '../../../../../commands/ports/pair';
import type { Role } from './world';

/** The rules as they are; a planted error is one of them replaced. */
export interface Rules {
  readonly seen: (look: PairLook, role: Role) => PairLook;
  /** True: a row that was written during a look is ignored. */
  readonly isRowReadOnce: boolean;
  readonly step: (step: PairStep) => PairStep;
  readonly decideAppend: typeof decideAppend;
  readonly mayAppend: (standing: Standing, nowMs: number) => boolean;
}

export const RULES: Rules = {
  seen: (look) => look,
  isRowReadOnce: false,
  step: (step) => step,
  decideAppend,
  mayAppend: (standing, nowMs) => mayAppend(standing, nowMs, TWO_STORES),
};

export const AT = '2026-11-20T12:00:00.000Z';

export const attaching = (look: PairLook, id: string) => {
  const asked: AttachAsked = { id, at: AT, actor: 'ana', reason: 'restored' };
  return decideAttach(look, asked);
};
