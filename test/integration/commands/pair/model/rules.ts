import { decideAppend } from '../../../../../commands/pair/append-identity';
import { type AttachAsked, decideAttach } from '../../../../../commands/pair/attach';
import { type CancelAsked, decideCancel } from '../../../../../commands/pair/moving/cancel-move';
import type { MoveRun, MoveStep, TargetSays } from '../../../../../commands/pair/moving/moving';
import { mayAppend } from '../../../../../commands/pair/standing/looks';
import type { PairLook } from '../../../../../commands/ports/pair';
import type { Role } from './world';

/** The rules as they are; a planted error is one of them replaced. */
export interface Rules {
  readonly seen: (look: PairLook, role: Role) => PairLook;
  /** True: nobody minds that the row was written during a look. */
  readonly isRowReadOnce: boolean;
  readonly target: (target: TargetSays, role: Role) => TargetSays | 'DESTROYED';
  readonly run: (run: MoveRun) => MoveRun;
  readonly step: (step: MoveStep) => MoveStep;
  readonly decideAppend: typeof decideAppend;
  readonly mayAppend: typeof mayAppend;
}

export const RULES: Rules = {
  seen: (look) => look,
  isRowReadOnce: false,
  target: (target) => target,
  run: (run) => run,
  step: (step) => step,
  decideAppend,
  mayAppend,
};

export const AT = '2026-11-20T12:00:00.000Z';
export const MOVE = { moveId: 'move1', to: 'esdb://target.example:2113', at: AT };

export const attaching = (look: PairLook, id: string, differences: number) => {
  const asked: AttachAsked = { id, at: AT, actor: 'ana', reason: 'restored', differences };
  return decideAttach(look, asked);
};

export const cancelling = (look: Parameters<typeof decideCancel>[0], id: string) => {
  const asked: CancelAsked = { id, at: AT, actor: 'ana', reason: 'too slow', to: MOVE.to };
  return decideCancel(look, asked);
};
