import type { Run } from './run-commands';

export interface Fact {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export type Asked = Readonly<Record<string, unknown>> & { readonly type: string };

const MOST_DETAILS = 5;

/** `DepositAccepted` is `deposit accepted`. */
export const words = (name: string): string => name.replace(/(?<=[a-z0-9])[A-Z]/g, ' $&').toLowerCase();

export const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;

const plainIn = (value: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(value).flatMap(([name, item]) => {
    if (['string', 'number', 'boolean', 'bigint'].includes(typeof item)) return [`${words(name)} ${String(item)}`];
    return typeof item === 'object' && item !== null && !Array.isArray(item)
      ? plainIn(item as Readonly<Record<string, unknown>>)
      : [];
  });

const details = ({ type: _type, now: _now, ...rest }: Asked): string => {
  const plain = plainIn(rest).slice(0, MOST_DETAILS);
  return plain.length === 0 ? '' : ` (${plain.join(', ')})`;
};

export const eventWords = (events: readonly Fact[]): string =>
  events.length === 0 ? 'nothing happened' : listed(events.map(({ type }) => words(type)));

/** `2. At 2026-11-20T12:01:20.000Z the command "accept deposit" (...): deposit accepted and payout requested.` */
export const sentencesOf = ({ steps }: Run<unknown, Asked, Fact>): readonly string[] =>
  steps.map(({ command, events }, index) => {
    const when = typeof command['now'] === 'string' ? `At ${command['now']} the` : 'The';
    return `${index + 1}. ${when} command "${words(command.type)}"${details(command)}: ${eventWords(events)}.`;
  });
