import type { ConsoleSession } from '../../ports/console-sessions';

/** Names a session without access to it: the beginning of its hash. */
export const sessionIdOf = ({ tokenHash }: Pick<ConsoleSession, 'tokenHash'>): string => tokenHash.slice(0, 16);
