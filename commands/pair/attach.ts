import type { Iso } from '../ports/clock';
import type { LogSays, PairLook } from '../ports/pair';
import { absentCheckpoint, decidePair, logEmpty } from './decide-pair';
import { type PairDecision, refuse, writeRow, wrong } from './decision';
import { moved, strangeOpening } from './identity-end';
import type { Because } from './refusal';

export interface AttachAsked {
  readonly id: string;
  readonly at: Iso;
  readonly actor: string;
  readonly reason: string;
}

/** Refusals of a start that an operator may overrule: the log is complete, and PostgreSQL was restored. */
const RESTORED: readonly Because[] = ['DATABASE_EMPTY', 'LED_ELSEWHERE'];

/** RIGHT: the other PostgreSQL has had enough time to detect the attachment. */
export const decideAttach = (look: PairLook, { id, at, actor, reason }: AttachAsked): PairDecision => {
  const { database, log } = look;
  const { row } = database;
  const asStarted = decidePair(look, { id, at });
  if (asStarted.says === 'STEP' && row === null) return logEmpty();
  if (asStarted.says !== 'WRONG' || log === 'AWAY') return asStarted;
  const { opening, last } = log;
  if (!RESTORED.includes(asStarted.refusal.because) || opening === null || last === null) return asStarted;
  const { ledgerId } = opening.data;
  const obstacle = obstacleTo(look, log, ledgerId);
  if (obstacle !== null) return obstacle;
  const event = { type: 'LedgerAttached', data: { ledgerId, actor, reason, attachedAt: at } } as const;
  const end = { id: last.id, revision: last.revision };
  return writeRow(row, { ledgerId, state: 'ATTACHING', last: end, coming: { id, event } });
};

const obstacleTo = ({ database }: PairLook, log: LogSays, ledgerId: string): PairDecision | null => {
  const { row, isVaultEmpty } = database;
  if (log.last?.type === 'LedgerMoved') return wrong(moved(log.last));
  if (row === null && isVaultEmpty) {
    const words = `The key vault of this PostgreSQL is empty: personal data of ledger ${ledgerId} could never be read again. Restore the schema vault first.`;
    return refuse('VAULT_EMPTY', words);
  }
  const strange = strangeOpening(row?.ledgerId ?? null, log);
  return strange === null ? absentCheckpoint(log) : wrong(strange);
};
