import { isRejection, type RejectionCode } from '../aggregates/rejection';
import type { Reactions } from '../commands/reactions';
import type { Service } from './service';

/** `conflict`: another writer was first or has the lock; `unavailable`: the command may be repeated. */
export type CommandOutcome = 'done' | 'refused' | 'conflict' | 'unavailable' | 'failed';

export interface CommandWatch {
  readonly ended: (command: string, outcome: CommandOutcome) => void;
  /** Traces the command; resolves and rejects as it does. */
  readonly around: <Value>(command: string, run: () => Promise<Value>) => Promise<Value>;
  readonly isUnavailable: (error: unknown) => boolean;
}

const QUESTIONS: ReadonlySet<string> = new Set<keyof Service>([
  'findUserId',
  'simulateFees',
  'getQuote',
  'revealGiftCard',
  'paidBarcode',
  'foldCashoutIntent',
  'explain',
  'currentPrice',
  'kycHealth',
]);

const CONFLICTS: ReadonlySet<RejectionCode> = new Set<RejectionCode>([
  'CONCURRENT_OPERATION',
  'USER_CONFLICT',
  'WRONG_STATE',
  'DEPOSIT_TAKEN',
  'QUOTE_ALREADY_USED',
]);

export const outcomeOf = (error: unknown, isUnavailable: CommandWatch['isUnavailable']): CommandOutcome => {
  if (!isRejection(error)) return isUnavailable(error) ? 'unavailable' : 'failed';
  const { code } = error.rejection;
  if (code === 'SERVICE_UNAVAILABLE') return 'unavailable';
  return CONFLICTS.has(code) ? 'conflict' : 'refused';
};

export const observedService = (service: Service, watch: CommandWatch): Service => ({
  ...service,
  ...observed(commandsOf(service), watch),
  reactions: observed(service.reactions, watch) as Reactions,
});

type Command = (...words: readonly never[]) => Promise<unknown>;
type Named = Readonly<Record<string, Command>>;

const commandsOf = (service: Service): Named => {
  const { reactions: _reactions, ...rest } = service;
  return Object.fromEntries(Object.entries<Command>(rest).filter(([name]) => !QUESTIONS.has(name)));
};

const observed = (commands: Named, watch: CommandWatch): object =>
  Object.fromEntries(Object.entries(commands).map(([name, command]) => [name, observedCommand(name, command, watch)]));

const observedCommand =
  (name: string, command: Command, { around, ended, isUnavailable }: CommandWatch): Command =>
  async (...words) => {
    try {
      const value = await around(name, () => command(...words));
      ended(name, 'done');
      return value;
    } catch (error) {
      ended(name, outcomeOf(error, isUnavailable));
      throw error;
    }
  };
