import type { Position } from '../../aggregates/events';
import type { Mode } from '../../aggregates/partner/events';
import { partner } from '../../aggregates/partner/partner';
import { invalidField } from '../../aggregates/rejection';
import type { CommandContext } from '../handling/context';
import { handle } from '../handling/handle';
import type { HandleDeps } from '../handling/request';
import type { KeyVault } from '../ports/key-vault';

export interface RegisterDestination {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly url: string;
  readonly events: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

export interface RegisterDestinationDeps extends HandleDeps {
  readonly vault: KeyVault;
  /** Judges the URL alone; null when it may be dialled. */
  readonly refuseUrl: (url: string) => string | null;
  /** Null when they may be sent. */
  readonly refuseHeaders: (headers: Readonly<Record<string, string>>) => string | null;
  readonly eventNames: readonly string[];
}

export interface RegisteredDestination {
  readonly url: string;
  readonly events: readonly string[];
  readonly headerNames: readonly string[];
  readonly registeredAt: string;
  readonly position: Position | null;
}

/** Replaces the destination of (partner, mode). Refuses VALIDATION_ERROR. */
export const registerDestination =
  (deps: RegisterDestinationDeps) =>
  async (input: RegisterDestination, context: CommandContext): Promise<RegisteredDestination> => {
    validate(deps, input);
    const { partnerId, mode, url } = input;
    const events = [...new Set(input.events)];
    const headerNames = Object.keys(input.headers);
    const headers = headerNames.length === 0 ? null : await deps.vault.seal(partnerId, JSON.stringify(input.headers));
    const registeredAt = deps.clock.iso();
    const { position } = await handle(deps, partner, {
      id: partnerId,
      context,
      command: {
        type: 'RegisterDestination',
        destination: { partnerId, mode, url, events, headers, headerNames, registeredAt },
      },
    });
    return { url, events, headerNames, registeredAt, position };
  };

const validate = (deps: RegisterDestinationDeps, { url, events, headers }: RegisterDestination): void => {
  const refusedUrl = deps.refuseUrl(url);
  if (refusedUrl !== null) throw invalidField('url', refusedUrl);
  const unknown = events.find((name) => !deps.eventNames.includes(name));
  if (unknown !== undefined) throw invalidField('events', `unknown event ${JSON.stringify(unknown)}`);
  const refusedHeaders = deps.refuseHeaders(headers);
  if (refusedHeaders !== null) throw invalidField('headers', refusedHeaders);
};
