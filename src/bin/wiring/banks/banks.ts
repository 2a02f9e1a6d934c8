import type { Asset, Catalog } from '../../../../commands/ports/chains/catalog';
import type { CallbackSource } from '../../../../commands/ports/providers/callback-source';
import type { ChargeProvider } from '../../../../commands/ports/providers/charge-provider';
import type { CryptoDelivery } from '../../../../commands/ports/providers/crypto-delivery';
import type { PayoutProvider } from '../../../../commands/ports/providers/payout-provider';
import type { CallContext } from '../../../../commands/ports/providers/result';
import { rememberedFor } from '../../../../commands/timing/remembered-for';
import { systemClock } from '../../../../infra/clock';
import { apiPixSource } from '../../../../infra/providers/api-pix/callbacks';
import { createApiPixCharges, readHealth as readApiPixHealth } from '../../../../infra/providers/api-pix/charges';
import { asaasSource } from '../../../../infra/providers/asaas/callbacks';
import { ASAAS_SANDBOX_URL, ASAAS_URL } from '../../../../infra/providers/asaas/client';
import { readHealth as readAsaasHealth } from '../../../../infra/providers/asaas/health';
import { createAsaasPayouts } from '../../../../infra/providers/asaas/payouts';
import { type BreakerOptions, withBreakers } from '../../../../infra/providers/breaker/with-breakers';
import type { Health } from '../../../../infra/providers/health';
import type { ClientOptions } from '../../../../infra/providers/http/client';
import { readIdentity } from '../../../../infra/providers/http/identity-files';
import type { Reads } from '../../../../infra/providers/http/reads';
import { RELOADLY_AUTH_URL, RELOADLY_SANDBOX_URL, RELOADLY_URL } from '../../../../infra/providers/reloadly/client';
import { readHealth as readReloadlyHealth } from '../../../../infra/providers/reloadly/health';
import { createReloadlyPayouts } from '../../../../infra/providers/reloadly/payouts';
import { createKeyList, type KeyListOptions, wooviSource } from '../../../../infra/providers/woovi/callbacks';
import { createWooviCharges } from '../../../../infra/providers/woovi/charges/charges';
import { readHealth } from '../../../../infra/providers/woovi/health';
import type { LookUpStores } from '../../../../infra/providers/woovi/look-ups';
import { createWooviPayouts, WOOVI_SANDBOX_URL, WOOVI_URL } from '../../../../infra/providers/woovi/payouts';
import { createWooviDelivery } from '../../../../infra/providers/woovi/stablecoin/delivery';
import type { ProviderEntry } from '../prices/providers-file';
import { clientOptionsOf, type ProvidersGiven, type SecretOf, secretsOf } from './given';

export interface Bank {
  readonly entry: ProviderEntry;
  /** Absent: the bank makes no payouts. */
  readonly payoutsWith?: (stores: LookUpStores) => PayoutProvider;
  /** Absent: the bank receives no money. */
  readonly charges?: ChargeProvider;
  /** Absent: the bank delivers no crypto. */
  readonly deliveryWith?: (assets: readonly Asset[], stores: Pick<LookUpStores, 'expiring'>) => CryptoDelivery;
  /** Asks for the keys of callbacks at once, where the bank publishes them. Absent: it has no callbacks. */
  readonly openSource?: () => CallbackSource;
  readonly readHealth: (context: CallContext) => Promise<Health>;
}

type Given = Omit<ClientOptions, 'headers' | 'url' | 'reads'> &
  Pick<ProviderEntry, 'url' | 'giftCards' | 'apiPix'> & { readonly reads: Reads };
type OpenBank = (given: Given, secretOf: SecretOf) => Omit<Bank, 'entry'>;

const openWooviSource = (options: KeyListOptions & Pick<Given, 'name'>): CallbackSource => {
  const list = createKeyList(options);
  void list.refresh();
  return wooviSource(options.name, list);
};

const woovi: OpenBank = (given, secretOf) => {
  const options = { ...given, url: given.url ?? WOOVI_URL, appId: secretOf('appId') };
  return {
    payoutsWith: (stores) => createWooviPayouts({ ...options, ...stores }),
    charges: createWooviCharges(options),
    openSource: () => openWooviSource(options),
    readHealth: (context) => readHealth(options, context),
  };
};

const wooviStablecoin: OpenBank = (given, secretOf) => {
  const options = { ...given, url: given.url ?? WOOVI_URL, appId: secretOf('appId') };
  return {
    deliveryWith: (assets, { expiring }) => createWooviDelivery({ ...options, assets, expiring }),
    openSource: () => openWooviSource(options),
    readHealth: (context) => readHealth(options, context),
  };
};

const asaas: OpenBank = (given, secretOf) => {
  const options = { ...given, url: given.url ?? ASAAS_URL, accessToken: secretOf('accessToken') };
  const callbackToken = secretOf('callbackToken');
  return {
    payoutsWith: () => createAsaasPayouts(options),
    openSource: () => asaasSource(options.name, callbackToken),
    readHealth: (context) => readAsaasHealth(options, context),
  };
};

const reloadly: OpenBank = ({ giftCards, ...given }, secretOf) => {
  const { authUrl = null, recipientEmail = '' } = giftCards ?? {};
  const options = {
    ...{ ...given, url: given.url ?? RELOADLY_URL, authUrl: authUrl ?? RELOADLY_AUTH_URL, recipientEmail },
    ...{ clientId: secretOf('clientId'), clientSecret: secretOf('clientSecret') },
  };
  return {
    payoutsWith: () => createReloadlyPayouts(options),
    readHealth: (context) => readReloadlyHealth(options, context),
  };
};

const apiPix: OpenBank = ({ apiPix: terms, ...given }, secretOf) => {
  if (terms === undefined) throw new Error(`PROVIDERS_FILE: ${given.name}: apiPix is needed`);
  const { tokenUrl, pixKey, callbackSubjects, ...files } = terms;
  const identity = readIdentity(`PROVIDERS_FILE: ${given.name}`, files);
  const options = {
    ...{ ...given, url: given.url ?? '', reads: given.reads.presenting(identity), identity, tokenUrl, pixKey },
    ...{ clientId: secretOf('clientId'), clientSecret: secretOf('clientSecret') },
  };
  return {
    charges: createApiPixCharges(options),
    openSource: () => apiPixSource(options.name, callbackSubjects),
    readHealth: (context) => readApiPixHealth(options, context),
  };
};

/** A new bank is a folder and a line here. */
const BANKS: Partial<Readonly<Record<ProviderEntry['adapter'], OpenBank>>> = {
  ...{ woovi, 'woovi-stablecoin': wooviStablecoin, asaas, reloadly, 'api-pix': apiPix },
};

const SANDBOX_URLS: Partial<Readonly<Record<ProviderEntry['adapter'], string>>> = {
  woovi: WOOVI_SANDBOX_URL,
  'woovi-stablecoin': WOOVI_SANDBOX_URL,
  asaas: ASAAS_SANDBOX_URL,
  reloadly: RELOADLY_SANDBOX_URL,
};

/** Banks of the file. Throws an operator's message where a secret is missing. */
export const banksIn = (given: ProvidersGiven): readonly Bank[] =>
  given.providers.flatMap((entry) => {
    const open = BANKS[entry.adapter];
    if (open === undefined) return [];
    const { giftCards, apiPix: terms } = entry;
    const url = entry.url ?? (entry.isProviderSandbox ? (SANDBOX_URLS[entry.adapter] ?? null) : null);
    const own = {
      ...(giftCards === undefined ? {} : { giftCards }),
      ...(terms === undefined ? {} : { apiPix: terms }),
    };
    const options = { ...clientOptionsOf(given, entry), reads: given.reads, url, ...own };
    return [{ entry, ...open(options, secretsOf(given, entry)) }];
  });

const BALANCE_KEPT_MS = 30_000;
const BALANCE_TIMEOUT_MS = 5_000;

/** An unknown balance does not hold payouts: the floor is soft. */
const floorOf = ({ entry, readHealth }: Bank): Pick<PayoutProvider, 'isUnderFloor'> => {
  const { name, balanceFloorCents: floor } = entry;
  if (floor === null) return {};
  const readBalance = rememberedFor(BALANCE_KEPT_MS, systemClock, async () => {
    const deadlineMs = systemClock.now() + BALANCE_TIMEOUT_MS;
    const health = await readHealth({ requestId: `floor-${name}`, partnerId: '', mode: 'live', deadlineMs });
    return health.balanceCents;
  });
  return {
    isUnderFloor: async (amount) => {
      const balance = await readBalance().catch(() => null);
      return balance !== null && balance - amount < floor;
    },
  };
};

type Watching = Pick<BreakerOptions, 'onChange'>;

const bankPayouts = (
  banks: readonly Bank[],
  { onChange, ...stores }: LookUpStores & Watching,
): readonly PayoutProvider[] =>
  banks.flatMap((bank) => {
    const { entry } = bank;
    const payouts = bank.payoutsWith?.(stores);
    if (payouts === undefined) return [];
    const limits = entry.limits === null ? {} : { limits: entry.limits };
    const kinds = entry.kinds?.filter((kind) => kind !== CHARGE) ?? payouts.kinds;
    const limited = { ...payouts, ...limits, ...floorOf(bank), kinds };
    return withBreakers(limited, { clock: systemClock, onChange });
  });

const CHARGE = 'PIX_CHARGE';

const bankCharges = (banks: readonly Bank[]): readonly ChargeProvider[] =>
  banks.flatMap(({ entry, charges }) =>
    charges !== undefined && (entry.kinds === null || entry.kinds.includes(CHARGE)) ? [charges] : [],
  );

export const bankSources = (banks: readonly Bank[]): readonly CallbackSource[] =>
  banks.flatMap(({ openSource }) => (openSource === undefined ? [] : [openSource()]));

const bankDeliveries = (
  banks: readonly Bank[],
  { assets, networks }: Catalog,
  stores: Pick<LookUpStores, 'expiring'>,
): readonly CryptoDelivery[] => {
  const live = networks.filter(({ mode }) => mode === 'live').map(({ name }) => name);
  const sold = assets.filter(({ network }) => live.includes(network));
  return banks.flatMap(({ deliveryWith }) => deliveryWith?.(sold, stores) ?? []);
};

export const bankPorts = (banks: readonly Bank[], catalog: Catalog, stores: LookUpStores & Watching) => ({
  banks: bankPayouts(banks, stores),
  bankCharges: bankCharges(banks),
  bankDeliveries: bankDeliveries(banks, catalog, stores),
});
