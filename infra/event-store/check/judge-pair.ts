import { decidePair } from '../../../commands/pair/decide-pair';
import type { Drawn, PairStep } from '../../../commands/pair/decision';
import { refusalWords } from '../../../commands/pair/refusing/refusal-words';
import type { PairLook, PairRow } from '../../../commands/ports/pair';
import { type Finding, fault, notChecked, ok, warning } from './finding';

const ONE_LOOK = '(one look; a start refuses after a second one, 30 s later)';

/** What a start would do about this look, which is judged as a start judges it; nothing is done. */
export const judgePair = (look: PairLook, drawn: Drawn): Finding => {
  const decision = decidePair(look, drawn);
  switch (decision.kind) {
    case 'START':
      return ok('pair', boundTo(look));
    case 'REFUSE':
      return fault('pair', `${refusalWords(decision.refusal)} ${ONE_LOOK}`);
    case 'STEP':
      return warning('pair', stepWords(decision.step, look.database.row));
    case 'WAIT':
      return decision.why === 'AWAY'
        ? notChecked('pair', 'the event store did not answer everything that was asked')
        : notChecked('pair', 'somebody writes the row of the pair right now: ask again');
  }
};

const boundTo = ({ database: { row }, log }: PairLook): string => {
  const says = log === 'AWAY' ? null : log;
  const format = says?.opening?.type === 'LedgerOpened' ? [`format ${says.opening.data.format}`] : [];
  const term = says?.last?.type === 'LedgerLed' ? [`term ${says.last.data.term}`] : [];
  return [`bound to ledger ${row?.ledgerId ?? ''}`, ...format, ...term].join(', ');
};

/** Where a row is there already, something was broken off, or is under way in a process that runs. */
const stepWords = (step: PairStep, row: PairRow | null): string => {
  switch (step.do) {
    case 'WRITE_ROW':
      return row === null ? unboundWords(step.to) : `${begun(row)}; a start goes on with it`;
    case 'APPEND':
      return `${begun(row)}; a start appends ${step.coming.event.type} and goes on`;
    case 'ADOPT':
      return `${begun(row)}; a start compares the rows of the version before with the whole log and goes on`;
    case 'STAY_QUIET':
      return `${begun(row)}; a start waits ${step.ms / 1_000} s, in which the PostgreSQL before finds that out`;
    case 'MOVE_CHECKPOINT_BACK': {
      const { projection, considered } = step.misplaced;
      return `stream ${considered.stream} is not whole; a start parks it and moves the checkpoint of projection ${projection} back behind ${considered.stream}@${considered.revision}`;
    }
  }
};

const unboundWords = (to: PairRow | null): string =>
  to?.state === 'ADOPTING'
    ? 'not bound yet: a start compares the rows of the version before with this log and binds both; there is no way back to that version'
    : 'not bound yet: a start opens a new ledger in this event store';

const BEGUN: Readonly<Record<PairRow['state'], string>> = {
  OPENING: 'has begun to open ledger',
  ADOPTING: 'has begun to bind ledger',
  ATTACHING: 'was given ledger',
  BOUND: 'has begun an election of ledger',
};

const begun = (row: PairRow | null): string =>
  row === null ? 'not bound yet' : `PostgreSQL ${BEGUN[row.state]} ${row.ledgerId} and has not ended that`;
