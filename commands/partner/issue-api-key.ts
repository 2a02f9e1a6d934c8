import type { Position } from '../../aggregates/events';
import type { Mode } from '../../aggregates/partner/events';
import { partner } from '../../aggregates/partner/partner';
import type { CommandContext } from '../handling/context';
import { handle } from '../handling/handle';
import type { HandleDeps } from '../handling/request';
import { API_KEY_PREFIX, newApiKey, sha256Hex } from '../handling/secrets';
import type { Ids } from '../ports/ids';

export interface IssueApiKey {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly name: string | null;
}

export interface IssuedApiKey {
  readonly keyId: string;
  /** Shown only here. */
  readonly apiKey: string;
  readonly name: string | null;
  readonly prefix: string;
  readonly last4: string;
  readonly createdAt: string;
  readonly position: Position | null;
}

/** Refuses LIMIT_EXCEEDED beyond 20 live keys, NOT_FOUND for an unknown partner. */
export const issueApiKey =
  (deps: HandleDeps & { readonly ids: Ids }) =>
  async ({ partnerId, mode, name }: IssueApiKey, context: CommandContext): Promise<IssuedApiKey> => {
    const apiKey = newApiKey(deps.ids);
    const keyId = deps.ids.uuid();
    const prefix = apiKey.slice(0, API_KEY_PREFIX.length + 4);
    const last4 = apiKey.slice(-4);
    const createdAt = deps.clock.iso();
    const key = { partnerId, keyId, keyHash: sha256Hex(apiKey), prefix, last4, name, mode, issuedAt: createdAt };
    const { position } = await handle(deps, partner, {
      id: partnerId,
      context,
      command: { type: 'IssueApiKey', key },
    });
    return { keyId, apiKey, name, prefix, last4, createdAt, position };
  };
