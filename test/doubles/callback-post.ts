import type { StoredCallback } from '../../commands/ports/callback-inbox';
import type { Clock } from '../../commands/ports/clock';
import { type PostCallback, sandboxSource } from '../../infra/providers/sandbox/callback-wire';

export const CALLBACK_SECRET = 'a secret of the sandbox';

/** Takes the callbacks of the sandbox like the HTTP route, without a network. Answers 503 when `take` throws. */
export const postTo =
  (clock: Pick<Clock, 'now'>, take: (callback: StoredCallback) => unknown): PostCallback =>
  async (surface, { headers, body }) => {
    const source = sandboxSource(surface, [CALLBACK_SECRET], clock);
    const bytes = Buffer.from(body);
    if (!source.isAuthentic({ headers, body: bytes, isFromProxy: false })) return 401;
    const { eventId, hints } = source.read(bytes)!;
    try {
      await take({ source: `${surface}/sandbox`, eventId: eventId!, hints, receivedAtMs: clock.now() });
      return 200;
    } catch {
      return 503;
    }
  };

export const keyIn = ({ hints }: StoredCallback): string => hints[0]!.key;
