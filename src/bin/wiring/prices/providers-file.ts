import { z } from 'zod';
import type { Cents } from '../../../../aggregates/money';
import type { PayoutLimits } from '../../../../commands/ports/providers/payout-provider';
import { readJsonFile, refuseFile } from '../../../../infra/catalog/json-file';
import { repeated } from '../../../../infra/catalog/networks';
import { PRICE_SOURCE_NAMES } from '../../../../infra/prices/sources/sources';
import { type ApiPixTerms, addressShape, apiPixShape, objectionToApiPix } from './api-pix-entry';
import { flowsOf, type IdentityFlows, identityShape, objectionToFlows } from './identity-entry';

/** Providers that this version knows. A new adapter adds its name here. */
const ADAPTERS = [
  ...PRICE_SOURCE_NAMES,
  'brasil-api',
  'woovi',
  'woovi-stablecoin',
  'asaas',
  'reloadly',
  'didit',
  'sumsub',
  'serpro',
  'api-pix',
] as const;

const SECRETS: Readonly<Record<string, readonly string[]>> = {
  woovi: ['appId'],
  'woovi-stablecoin': ['appId'],
  asaas: ['accessToken', 'callbackToken'],
  reloadly: ['clientId', 'clientSecret'],
  didit: ['apiKey', 'callbackSecrets'],
  sumsub: ['appToken', 'secretKey', 'callbackSecrets'],
  serpro: ['consumerKey', 'consumerSecret'],
  'api-pix': ['clientId', 'clientSecret'],
};

const METHODS = ['PIX_KEY', 'PIX_BRCODE', 'BOLETO'] as const;

/** PIX_CHARGE takes money in. */
const KINDS = [...METHODS, 'PIX_CHARGE'] as const;

const CHARGERS: readonly string[] = ['woovi'];

/** Adapters that sell gift cards, and pay nothing else. */
const SELLERS: readonly string[] = ['reloadly'];

/** Adapters that verify persons and documents, take money in or deliver crypto, and pay nothing. */
const WITHOUT_PAYOUTS: readonly string[] = ['didit', 'sumsub', 'serpro', 'api-pix', 'woovi-stablecoin'];

const cents = z.number().int().min(0).max(1_000_000_000_000);

const methodLimits = z.strictObject({
  transactionCents: cents.optional(),
  payeeDayCents: cents.optional(),
  nightCents: cents.optional(),
});

const entryShape = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must have 1 to 40 characters of a-z, 0-9 and -'),
  adapter: z.enum(ADAPTERS),
  /** Absent: the provider's own address. */
  url: addressShape.optional(),
  /** Names of the variables that contain the secrets. */
  secrets: z.record(z.string(), z.string().regex(/^[A-Z][A-Z0-9_]{0,60}$/, 'must name a variable')).optional(),
  /** Absent: all kinds of the adapter. */
  kinds: z.array(z.enum(KINDS)).min(1).optional(),
  /** By method; absent: no limit. */
  limits: z.partialRecord(z.enum([...METHODS, 'GIFT_CARD']), methodLimits).optional(),
  /** The provider's own sandbox, for live credentials; absent: its live host. */
  environment: z.literal('provider-sandbox').optional(),
  /** Centavos that stay in the account; absent: 0. */
  balanceFloorCents: cents.optional(),
  /** Gift cards alone: the address that gives tokens; absent: the provider's own. */
  authUrl: addressShape.optional(),
  /** Gift cards alone: an address of the operator, to which the provider mails each card. */
  recipientEmail: z.email().max(200).optional(),
  ...identityShape,
  ...apiPixShape,
});

const fileShape = z.strictObject({ providers: z.array(entryShape).max(50) });

export interface ProviderEntry {
  readonly name: string;
  readonly adapter: (typeof ADAPTERS)[number];
  readonly url: string | null;
  readonly secrets: Readonly<Record<string, string>> | null;
  readonly kinds: readonly (typeof KINDS)[number][] | null;
  readonly limits: PayoutLimits | null;
  readonly balanceFloorCents: Cents | null;
  readonly isProviderSandbox: boolean;
  /** Present for an adapter of gift cards alone. */
  readonly giftCards?: { readonly authUrl: string | null; readonly recipientEmail: string };
  /** Present for an adapter of KYC alone. */
  readonly identity?: IdentityFlows;
  /** Present for a bank of the API Pix alone. */
  readonly apiPix?: ApiPixTerms;
}

const inCents = (limits: NonNullable<z.infer<typeof entryShape>['limits']>): PayoutLimits =>
  Object.fromEntries(
    Object.entries(limits).map(([kind, limit]) => [
      kind,
      Object.fromEntries(Object.entries(limit).map(([name, value = 0]) => [name, BigInt(value)])),
    ]),
  );

const namesIn = (names: readonly string[]): string => names.toSorted().join(', ');

const OF_PAYMENTS = ['kinds', 'limits', 'balanceFloorCents'] as const;
const OF_ACCOUNTS = ['secrets', 'kinds', 'limits', 'environment', 'balanceFloorCents'] as const;

/** Keys that the adapter does not know. */
const unfitOf = (adapter: string): readonly (typeof OF_ACCOUNTS)[number][] => {
  if (SECRETS[adapter] === undefined) return OF_ACCOUNTS;
  if (adapter === 'serpro') return [...OF_PAYMENTS, 'environment'];
  return WITHOUT_PAYOUTS.includes(adapter) ? OF_PAYMENTS : [];
};

const objectionTo = (entry: z.infer<typeof entryShape>): string | null => {
  const { adapter, secrets, kinds, balanceFloorCents, authUrl, recipientEmail } = entry;
  const [needed, sells] = [SECRETS[adapter], SELLERS.includes(adapter)];
  if (sells !== (recipientEmail !== undefined) || (!sells && authUrl !== undefined))
    return 'authUrl, recipientEmail: only adapters of gift cards use them, and they need a mail address';
  if (kinds?.includes('PIX_CHARGE') === true && !CHARGERS.includes(adapter))
    return `kinds: ${adapter} receives no payments`;
  if (sells && (kinds !== undefined || balanceFloorCents !== undefined))
    return `kinds, balanceFloorCents: ${adapter} does not support them`;
  const unfit = unfitOf(adapter).filter((key) => entry[key] !== undefined);
  if (unfit.length > 0) return `${unfit.join(', ')}: ${adapter} does not support them`;
  const objection = objectionToFlows(entry) ?? objectionToApiPix(entry);
  if (objection !== null || needed === undefined) return objection;
  const isWhole = namesIn(Object.keys(secrets ?? {})) === namesIn(needed);
  return isWhole ? null : `secrets: required are ${needed.join(', ')}`;
};

const objectionInProduction = (entry: z.infer<typeof entryShape>): string | null => {
  const { url, authUrl, returnUrl, apiPix, environment } = entry;
  const urls = { url, authUrl, returnUrl, tokenUrl: apiPix?.tokenUrl };
  const [clear] = Object.entries(urls).find(([, each]) => each?.startsWith('http:')) ?? [];
  if (clear !== undefined) return `${clear}: must be https in production`;
  return environment === undefined ? null : 'environment: is refused in production';
};

/** Reads PROVIDERS_FILE. Throws an operator's message that names the file, the entry and the key. */
export const readProvidersFile = (path: string, isProduction: boolean): readonly ProviderEntry[] => {
  const file = { variable: 'PROVIDERS_FILE', path };
  const entries = readJsonFile(file, fileShape).providers;
  const twice = repeated(entries.map(({ name }) => name)) ?? repeated(entries.map(({ adapter }) => adapter));
  if (twice !== null) throw refuseFile(file, `${twice} is listed twice`);
  for (const entry of entries) {
    const objection = (isProduction ? objectionInProduction(entry) : null) ?? objectionTo(entry);
    if (objection !== null) throw refuseFile(file, `${entry.name}: ${objection}`);
  }
  return entries.map(entryOf);
};

const entryOf = (entry: z.infer<typeof entryShape>): ProviderEntry => {
  const { name, adapter, url, secrets = null, kinds = null, limits, balanceFloorCents } = entry;
  const { authUrl, recipientEmail, environment, apiPix } = entry;
  return {
    ...{ name, adapter, secrets, kinds, limits: limits === undefined ? null : inCents(limits) },
    balanceFloorCents: balanceFloorCents === undefined ? null : BigInt(balanceFloorCents),
    isProviderSandbox: environment !== undefined,
    url: withoutSlash(url),
    ...(recipientEmail === undefined ? {} : { giftCards: { authUrl: withoutSlash(authUrl), recipientEmail } }),
    ...flowsOf(entry),
    ...(apiPix === undefined ? {} : { apiPix }),
  };
};

const withoutSlash = (url: string | undefined): string | null => url?.replace(/\/$/, '') ?? null;
