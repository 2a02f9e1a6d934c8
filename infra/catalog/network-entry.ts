import { z } from 'zod';
import { REAL_FAMILIES } from '../chains/families';
import { deliveryShape, redemptionShape } from './signers';

const seconds = z.int().min(0).max(86_400);
const address = z.string().max(128);

/** Each receiver adds one account to every poll. */
const MOST_RECEIVERS = 20;
const MOST_OWN_ADDRESSES = 100;
const MOST_HEADERS = 10;
const MOST_CALLS_PER_SECOND = 10_000;
/** BRL 1,000; more is a mistake in the unit. */
const MOST_FEE_CENTS = 100_000;

/** An HTTP token, except headers that the transport sets. */
const HEADER_NAME =
  /^(?!(?:host|connection|content-length|content-type|transfer-encoding|upgrade)$)[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/i;
/** Capitals only, so that a secret written here by mistake is refused without being repeated. */
const VARIABLE_NAME = /^[A-Z][A-Z0-9_]{0,63}$/;

const headers = z
  .record(
    z.string().regex(HEADER_NAME, 'is not the name of a header that may be set'),
    z.string().regex(VARIABLE_NAME, 'must be the name of an environment variable, in capitals'),
  )
  .refine((given) => Object.keys(given).length <= MOST_HEADERS, `at most ${MOST_HEADERS} headers`);

const networkShape = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'is a lower-case word'),
  family: z.enum(REAL_FAMILIES),
  chainId: z.int().positive().nullish(),
  networkId: z.string().min(1).max(256).nullish(),
  mode: z.enum(['live', 'sandbox']).optional(),
  rpcUrls: z
    .array(z.url({ protocol: /^(?:https?|wss?)$/ }))
    .min(1)
    .max(5),
  headers: headers.optional(),
  callsPerSecond: z.int().positive().max(MOST_CALLS_PER_SECOND).optional(),
  receiver: address.optional(),
  receivers: z.array(address).min(1).max(MOST_RECEIVERS).optional(),
  ownAddresses: z.array(address).max(MOST_OWN_ADDRESSES).optional(),
  watchNative: z.boolean().optional(),
  finality: z.union([z.literal('finalized'), z.strictObject({ depth: z.int().positive().max(100_000) })]),
  pollIntervalMs: z.int().min(50).max(600_000),
  blockTimeToleranceSeconds: seconds.optional(),
  expiryGraceSeconds: seconds.optional(),
  feeEstimateCents: z.int().min(0).max(MOST_FEE_CENTS).optional(),
  local: z.boolean().optional(),
  redemption: redemptionShape.optional(),
  delivery: deliveryShape.optional(),
});

export const networksFileShape = z.strictObject({ networks: z.array(networkShape).max(100) });

export type NetworkEntry = z.infer<typeof networkShape>;
