import type { PairStep } from '../../../../../commands/pair/decision';
import type { ComingEvent, LogSays, PairLook, PairRow } from '../../../../../commands/ports/pair';
import { RULES, type Rules } from './rules';
import type { SCENARIOS } from './scenarios';

export interface Planted {
  readonly scenario: keyof typeof SCENARIOS;
  readonly rules: Rules;
  /** The violation that it leads to. */
  readonly violation: string;
}

const WRONG_WORKS = 'a wrong pair works for 75 s';
const REFUSED = 'an honest pair is refused';
const SHARED = 'two PostgreSQLs work after one was attached';

const planted = (scenario: Planted['scenario'], violation: string, rules: Partial<Rules>): Planted => ({
  ...{ scenario, violation, rules: { ...RULES, ...rules } },
});

const seeing =
  (change: (log: LogSays, row: PairRow) => LogSays): Rules['seen'] =>
  (look) => {
    const { row } = look.database;
    return look.log === 'AWAY' || row === null ? look : { ...look, log: change(look.log, row) };
  };

/** The log is believed to end where the row says. */
const endingAtRow = (log: LogSays, { last }: PairRow): LogSays =>
  log.last === null || last === null || log.idAtRow !== last.id ? log : { ...log, last: { ...log.last, ...last } };

/** A row that is ahead of the log is believed to be behind. */
const endingLower = (look: PairLook): PairLook => {
  const { database, log } = look;
  const { row } = database;
  if (log === 'AWAY' || log.last === null || row?.last == null || log.last.revision >= row.last.revision) return look;
  const lower = { ...row, last: log.last, coming: null };
  return { database: { ...database, row: lower }, log: { ...log, idAtRow: log.last.id }, rowAfter: lower };
};

const withoutQuiet = (step: PairStep): PairStep => (step.do === 'STAY_QUIET' ? step.thenWrite : step);

/** Appends at once; only the process itself knows its id, until it has written it into the row. */
const withoutComing: Rules['decideAppend'] = (look, wanted) => {
  const decision = RULES.decideAppend(look, wanted);
  const { row } = look.database;
  if (row?.last == null || look.log === 'AWAY') return decision;
  const coming: ComingEvent = { id: wanted.id, event: wanted.event };
  const to = { ...row, last: { id: wanted.id, revision: wanted.revision } };
  if (look.log.last?.id === wanted.id) return { says: 'STEP', step: { do: 'WRITE_ROW', from: row, to } };
  const isFirst = decision.says === 'STEP' && decision.step.do === 'WRITE_ROW' && decision.step.to?.coming != null;
  return isFirst ? { says: 'STEP', step: { do: 'APPEND', coming, expected: row.last.revision } } : decision;
};

/** Another election replaces the coming event that it finds. */
const replacingComing: Rules['decideAppend'] = (look, wanted) => {
  const decision = RULES.decideAppend(look, wanted);
  const { row } = look.database;
  const isAnothers = decision.says === 'STEP' && decision.step.do === 'APPEND' && row?.coming?.id !== wanted.id;
  if (row === null || !isAnothers) return decision;
  const to = { ...row, coming: { id: wanted.id, event: wanted.event } };
  return { says: 'STEP', step: { do: 'WRITE_ROW', from: row, to } };
};

/** Each error breaks one rule; the model finds what comes of it. */
export const PLANTED: Readonly<Record<string, Planted>> = {
  'the coming id is not written first': planted('LEADING', REFUSED, { decideAppend: withoutComing }),
  'a coming id is replaced before it is settled': planted('LEADING', REFUSED, { decideAppend: replacingComing }),
  'the row is read once': planted('LEADING', REFUSED, {
    isRowReadOnce: true,
    seen: (look) => ({ ...look, rowAfter: look.database.row }),
  }),
  'a higher end is accepted': planted('CLONED', WRONG_WORKS, { seen: seeing(endingAtRow) }),
  'a lower end is accepted': planted('OLDER_COPY', WRONG_WORKS, { seen: endingLower }),
  'a checkpoint’s event is not looked for': planted('OLDER_COPY', WRONG_WORKS, {
    seen: seeing((log) => ({ ...log, misplaced: [] })),
  }),
  'a right look is believed for ever': planted('CLONED', WRONG_WORKS, {
    mayAppend: (standing) => standing.is === 'RIGHT',
  }),
  'a pair in doubt works on': planted('CLONED', WRONG_WORKS, {
    mayAppend: (standing) => standing.is === 'DOUBTED' || RULES.mayAppend(standing, 0),
  }),
  'what was attached starts at once': planted('ATTACHING', SHARED, { step: withoutQuiet }),
};
