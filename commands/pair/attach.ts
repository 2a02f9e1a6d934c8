import type { Iso } from '../ports/clock';
import type { LogSays, PairLook } from '../ports/pair';
import { decidePair } from './decide-pair';
import { next, type PairDecision, refuse } from './decision';
import { strangeOpening } from './identity-end';
import { checkpointRefusal } from './opening';
import type { Refusal } from './refusing/refusal';

export interface AttachAsked {
  /** Of the event; drawn anew for each look. */
  readonly id: string;
  readonly at: Iso;
  readonly actor: string;
  readonly reason: string;
}

/** Refusals of a start that an operator overrules: the log is whole, and this PostgreSQL was restored. */
const RESTORED: readonly Refusal['because'][] = ['DATABASE_EMPTY', 'LED_ELSEWHERE', 'ATTACHED_ELSEWHERE'];

/** START: the pair is right, and the other PostgreSQL has had its time to see it. */
export const decideAttach = (look: PairLook, asked: AttachAsked): PairDecision => {
  const { database, log } = look;
  const { row } = database;
  const { id, at, actor, reason } = asked;
  const asStarted = decidePair(look, { ledgerId: id, at });
  if (asStarted.kind === 'STEP' && row === null) return refuse({ because: 'LOG_EMPTY' });
  if (asStarted.kind !== 'REFUSE' || log === 'AWAY') return asStarted;
  const { opening, last } = log;
  if (!RESTORED.includes(asStarted.refusal.because) || opening === null || last === null) return asStarted;
  const { ledgerId } = opening.data;
  const obstacle = obstacleTo(look, log, ledgerId);
  if (obstacle !== null) return refuse(obstacle);
  const event = { type: 'LedgerAttached', data: { ledgerId, actor, reason, attachedAt: at } } as const;
  const end = { id: last.id, revision: last.revision };
  const to = { ledgerId, state: 'ATTACHING', last: end, coming: { id, event }, move: null } as const;
  return next({ do: 'WRITE_ROW', from: row, to });
};

const obstacleTo = ({ database }: PairLook, log: LogSays, ledgerId: string): Refusal | null => {
  const { row, isVaultEmpty } = database;
  if (log.last?.type === 'LedgerMoved') return { because: 'MOVED', ...log.last.data };
  if (row === null && isVaultEmpty) return { because: 'VAULT_EMPTY', ledgerId };
  return strangeOpening(row?.ledgerId ?? null, log) ?? checkpointRefusal(log);
};
