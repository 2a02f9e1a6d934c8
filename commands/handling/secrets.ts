import { createHash } from 'node:crypto';
import type { Ids } from '../ports/ids';

export const sha256Hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** In both modes: the record holds the mode. */
export const API_KEY_PREFIX = 'sk_live_';

/** `sk_live_<64 hex>`. */
export const newApiKey = (ids: Ids): string => `${API_KEY_PREFIX}${ids.hex(32)}`;

/** `op_<64 hex>`: visibly not a partner's key. */
export const newOperatorKey = (ids: Ids): string => `op_${ids.hex(32)}`;

/** 256 bits as hex; shown to the partner, never stored in clear. */
export const newHmacSecret = (ids: Ids): string => ids.hex(32);

/** `whsec_` and base64 of 24 bytes, as Standard Webhooks libraries expect. */
export const newWebhookSecret = (ids: Ids): string => `whsec_${Buffer.from(ids.hex(24), 'hex').toString('base64')}`;

/** hex(SHA-256(secret + ":" + partnerId)), used as its 64 ASCII characters. */
export const signingKeyOf = (secret: string, partnerId: string): string => sha256Hex(`${secret}:${partnerId}`);
