import { v5 } from 'uuid';

/** Names our ids among all version 5 UUIDs; never to be changed. */
const NAMESPACE = '6f1d7c52-9f0e-5d0b-9a53-0c4a3a1f7e21';

/** A command id that is the same whenever the same thing is asked for: `commandIdOf('match-deposit', depositId)`. */
export const commandIdOf = (...parts: readonly string[]): string => v5(parts.join('\n'), NAMESPACE);

/** The id of a command's event; the same command writes the same ids however often it runs. */
export const eventIdOf = (commandId: string, index: number): string => v5(String(index), commandId);

/** The id of a stream that a command opens. */
export const streamIdOf = (commandId: string): string => v5('stream', commandId);

/** The key under which the provider pays an attempt of an intent at most once (design: domain, section 3). */
export const providerKeyOf = (ownerId: string, attempt: number): string => v5(`${ownerId}\n${attempt}`, NAMESPACE);
