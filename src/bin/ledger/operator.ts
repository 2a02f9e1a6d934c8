import { type Command, InvalidArgumentError } from 'commander';
import type { Position } from '../../../aggregates/events';
import type { Permission } from '../../../aggregates/operator/permissions';
import type { CommandContext } from '../../../commands/handling/context';
import { readConfig } from '../../config';
import { createLogger } from '../stores/logger';
import { openSession, type Session } from '../wiring/session';
import { actorFor, isKeyGiven, operatorFor } from './operator-key';

export interface OperatorOptions {
  readonly actor?: string;
  readonly reason?: string;
  readonly json?: boolean;
}

/** Longest wait until the next request sees the writes of a command. */
const APPLIED_TIMEOUT_MS = 10_000;

export const withOperator = (command: Command): Command =>
  command
    .option('--actor <name>', 'the operator; default: the owner of LASTRO_OPERATOR_KEY, else the system user', filled)
    .option('--reason <text>', 'the reason, for the audit trail', filled)
    .option('--json', 'print only JSON on stdout');

const LONGEST_TEXT = 200;

/** A name or a reason must not be empty, as from an unset script variable. */
export const filled = (text: string): string => {
  const trimmed = text.trim();
  if (trimmed === '') throw new InvalidArgumentError('The text is empty.');
  if (trimmed.length > LONGEST_TEXT)
    throw new InvalidArgumentError(`The text is longer than ${LONGEST_TEXT} characters.`);
  return trimmed;
};

export const mustSayWhy = (what: string, { actor, reason }: OperatorOptions): string => {
  if ((actor === undefined && !isKeyGiven) || reason === undefined)
    throw new Error(`${what} needs --actor and --reason`);
  return reason;
};

/** Runs `work` with the service's commands; closes the stores in any case. */
export const inSession = async <Value>(work: (session: Session) => Promise<Value>): Promise<Value> => {
  const config = readConfig(process.env);
  // A person reads the output; only errors are logged.
  const session = await openSession(config, createLogger(config.LOG_LEVEL === 'info' ? 'error' : config.LOG_LEVEL));
  try {
    return await work(session);
  } finally {
    await session.close();
  }
};

/** For commands without an event: throws when the actor lacks the right, as `operatorContext` does. */
export const mustBeAdmin = async ({
  adapters,
  isEmbedded,
}: Pick<Session, 'adapters' | 'isEmbedded'>): Promise<void> => {
  const { eventStore } = adapters.ports;
  if (!isEmbedded || isKeyGiven) await adapters.pair.start();
  await operatorFor({ eventStore, isEmbedded }, 'administer');
};

/** Throws for a caller without the right: outside embedded mode, a caller without a key that has the permission. */
export const operatorContext = async (
  { adapters, isEmbedded }: Pick<Session, 'adapters' | 'isEmbedded'>,
  options: OperatorOptions,
  permission: Permission = 'operate',
): Promise<CommandContext> => {
  const { eventStore, ids } = adapters.ports;
  if (!isEmbedded || isKeyGiven) await adapters.pair.start();
  const commandId = ids.uuid();
  return {
    commandId,
    isFresh: true,
    correlationId: commandId,
    causationId: commandId,
    actor: { kind: 'operator', id: await actorFor({ eventStore, isEmbedded }, options.actor, permission) },
    partnerId: null,
    subjectId: null,
    mode: null,
    requestId: null,
    reason: options.reason ?? null,
  };
};

export const untilApplied = async ({ adapters }: Session, position: Position | null): Promise<void> => {
  if (position === null) return;
  const applied = await adapters.board.waitUntilApplied(['accounts'], position, APPLIED_TIMEOUT_MS);
  if (!applied) process.stderr.write('The change is recorded but not visible yet: check the lag of the projector\n');
};

const CAUGHT_UP_TIMEOUT_MS = 3_000;

/** Waits until the audit trail and the accounts match the log; warns when they may be behind. */
export const untilCaughtUp = async ({ adapters }: Session): Promise<void> => {
  const { board, ports } = adapters;
  const isThere = await ports.eventStore.head().then(
    (head) => board.waitUntilApplied(['audit-trail', 'accounts'], head, CAUGHT_UP_TIMEOUT_MS),
    () => false,
  );
  if (!isThere) process.stderr.write('The answer may be old: check the projector and the event store\n');
};

export const print = (asJson: boolean | undefined, value: unknown, lines: readonly string[]): void => {
  const text = asJson === true ? JSON.stringify(value, bigintAsText) : lines.join('\n');
  process.stdout.write(`${text}\n`);
};

const bigintAsText = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);
