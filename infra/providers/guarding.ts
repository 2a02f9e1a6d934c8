import type { Clock } from '../../commands/ports/clock';
import type { Provider } from '../../commands/ports/providers/providers';
import type { CallContext, Result } from '../../commands/ports/providers/result';
import { withinDeadline } from './deadline';
import { failure } from './failures';
import { SANDBOX_ID_PREFIX } from './sandbox/desk';

/** Added to the deadline, which adapters enforce themselves: a faulty adapter must not block a worker for ever. */
const LATE_MS = 1_000;

type Call = (context: CallContext, ...words: never[]) => Promise<Result<unknown>>;

/** A late answer to an order is UNKNOWN, to a question UNAVAILABLE. */
type Calls<One> = { readonly [Key in keyof One as One[Key] extends Call ? Key : never]: 'ORDER' | 'QUESTION' };

/** Text under these names, at any depth. */
const idsIn = (value: unknown, names: readonly string[]): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (typeof inner !== 'string') return idsIn(inner, names);
    return names.includes(name) ? [inner] : [];
  });
};

/** A provider serves its own mode: live refuses `sbx_` ids, sandbox all others. The action may have happened. */
export const guardedBy =
  <One extends Provider>(calls: Calls<One>, idNames: readonly string[]) =>
  (provider: One, clock: Clock): One => {
    const { name, mode } = provider;
    const isOurs = (id: string): boolean => id.startsWith(SANDBOX_ID_PREFIX) === (mode === 'sandbox');
    const guarded =
      (call: Call, kind: 'UNKNOWN' | 'UNAVAILABLE'): Call =>
      async (context, ...words) => {
        if (context.mode !== mode)
          return failure(name, 'NOT_CONFIGURED', 'OTHER', `${name} is not configured for ${context.mode} credentials`);
        const atMs = Math.max(context.deadlineMs, clock.now()) + LATE_MS;
        const otherwise = (why: string) => failure(name, kind, 'TIMEOUT', why);
        const result = await withinDeadline({ atMs, clock, work: async () => call(context, ...words), otherwise });
        if (!result.ok || idsIn(result.value, idNames).every(isOurs)) return result;
        return failure(name, 'UNKNOWN', 'PROTOCOL', `A ${mode} provider gave an id of the other mode`);
      };
    const plain = provider as unknown as Readonly<Record<string, Call>>;
    const entries = Object.entries<'ORDER' | 'QUESTION'>(calls).map(([key, kind]) => [
      key,
      guarded(plain[key]!, kind === 'ORDER' ? 'UNKNOWN' : 'UNAVAILABLE'),
    ]);
    return { ...provider, ...(Object.fromEntries(entries) as Partial<One>) };
  };
