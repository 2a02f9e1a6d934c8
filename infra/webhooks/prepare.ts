import type { Mode } from '../../aggregates/partner/events';
import type { Sealed } from '../../aggregates/sealed';
import { bodyWith, withReceiptUrl } from '../../read-models/webhooks/webhook-outbox';
import type { ClaimedAttempt } from './claims';
import { type Headers, underPlatformHeaders } from './headers';
import type { Attempt } from './send';
import { signatureHeaders } from './signature';

export interface PrepareDeps {
  /** The `App` of `X-App-Signature`. */
  readonly headerPrefix: string;
  /** Live secrets, current first; without any, no webhook is sent. */
  readonly secretsFor: (partnerId: string, mode: Mode) => Promise<readonly string[]>;
  readonly openHeaders: (sealed: Sealed) => Promise<Headers>;
  /** Null once its user was erased. */
  readonly openExternalId: (sealed: Sealed) => Promise<string | null>;
  readonly receiptUrlOf: (paymentId: string) => string;
}

/** Reads and opens shared values once per batch of attempts. */
export const sharingReads = ({ secretsFor, openHeaders }: Pick<PrepareDeps, 'secretsFor' | 'openHeaders'>) => {
  const secrets = new Map<string, Promise<readonly string[]>>();
  const opened = new Map<string, Promise<Headers>>();
  return {
    secretsFor: (partnerId: string, mode: Mode) =>
      once(secrets, `${partnerId}:${mode}`, () => secretsFor(partnerId, mode)),
    openHeaders: (sealed: Sealed) => once(opened, JSON.stringify(sealed), () => openHeaders(sealed)),
  };
};

const once = <Value>(known: Map<string, Value>, key: string, read: () => Value): Value => {
  const value = known.get(key) ?? read();
  known.set(key, value);
  return value;
};

/** Rejects when the secrets cannot be read. */
export const prepareAttempt = async (
  { headerPrefix, secretsFor, openHeaders, openExternalId, receiptUrlOf }: PrepareDeps,
  { partnerId, mode, deliveryId, event, url, headers, ...claimed }: ClaimedAttempt & { readonly url: string },
  nowMs: number,
): Promise<Attempt | { readonly error: string }> => {
  const secrets = await secretsFor(partnerId, mode);
  if (secrets.length === 0) return { error: 'the partner has no signing secret' };
  const custom = headers === null ? {} : await openHeaders(headers);
  const { externalUserId: sealed } = claimed;
  const receipted = withReceiptUrl(claimed.body, receiptUrlOf);
  const body = sealed === null ? receipted : bodyWith(receipted, await openExternalId(sealed));
  const signable = { deliveryId, event, body, timestampSeconds: Math.floor(nowMs / 1000) };
  const platform = { ...PLATFORM_HEADERS, ...signatureHeaders(headerPrefix, secrets, signable) };
  return { url, body, headers: underPlatformHeaders(custom, platform) };
};

const PLATFORM_HEADERS: Headers = {
  'content-type': 'application/json',
  'user-agent': 'lastro-webhooks',
  // The answer is not decompressed.
  'accept-encoding': 'identity',
};
