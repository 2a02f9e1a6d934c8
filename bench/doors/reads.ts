import { signingKeyOf } from '../../commands/handling/secrets';
import { readSecrets } from '../../src/bin/stores/stores';
import type { Bench, Figure } from '../figures';
import type { ReadBaselineSettings } from '../sides/read-baseline';
import type { Credential, Read } from '../sides/shared/requests';
import { compareDoor } from '../support/doors';
import { type BenchPartner, createPartner, KEYS_PATH, post } from '../support/partner';
import { startSide } from '../support/side';
import { onSite, type Site } from '../support/site';
import { openWorld, type World } from '../support/world';

const INTENTS = 500;

interface Question {
  readonly name: string;
  readonly reads: readonly Read[];
  readonly baselineReads: readonly Read[];
}

/** GET of one intent with the user's token. */
export const benchGetIntent = (bench: Bench): Promise<readonly Figure[]> =>
  compare(bench, async (world) => {
    const reads = await createIntents(world);
    return { name: 'get-intent-jwt', reads, baselineReads: reads };
  });

/** The list of a partner's keys by one of them. */
export const benchListKeysByApiKey = (bench: Bench): Promise<readonly Figure[]> =>
  compare(bench, async (_world, { apiKey }) =>
    listKeys('list-keys-apikey', '/by-api-key', { kind: 'BEARER', text: apiKey }),
  );

export const benchListKeysBySignature = (bench: Bench): Promise<readonly Figure[]> =>
  compare(bench, async (_world, { partnerId, hmacSecret }) => {
    const signingKey = signingKeyOf(hmacSecret, partnerId);
    return listKeys('list-keys-hmac', '/by-signature', { kind: 'HMAC', partnerId, signingKey });
  });

const listKeys = (name: string, baselinePath: string, credential: Credential): Question => ({
  name,
  reads: [{ path: KEYS_PATH, credential }],
  baselineReads: [{ path: baselinePath, credential }],
});

const compare = (
  bench: Bench,
  prepare: (world: World, partner: BenchPartner) => Promise<Question>,
): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const world = await openWorld(site, bench.scale.users);
    const partner = await createPartner(site, world.service);
    const { name, reads, baselineReads } = await prepare(world, partner);
    const url = await startBaseline(site, world, partner);
    const target = { door: { door: 'READS', reads } } as const;
    const baseline = { url, door: { door: 'READS', reads: baselineReads } } as const;
    return [await compareDoor(bench, site, { name, world, target, baseline })];
  });

const startBaseline = async (site: Site, { service }: World, partner: BenchPartner): Promise<string> => {
  const { config, databaseUrl } = service;
  const { partnerId, hmacSecret } = partner;
  const settings: ReadBaselineSettings = {
    databaseUrl,
    jwtKeys: readSecrets(config).jwtKeys,
    issuer: config.INSTANCE_ID,
    partnerId,
    signingKey: signingKeyOf(hmacSecret, partnerId),
  };
  return (await startSide<object, string>(site, 'read-baseline', settings)).ask({});
};

/** Created over HTTP, and read by their users. */
const createIntents = async (world: World): Promise<readonly Read[]> => {
  const orders = await world.issueQuotes(INTENTS);
  const reads: Read[] = [];
  for (const { quoteId, intentId, user } of orders) {
    const text = world.tokens[user] ?? '';
    await post(`${world.service.url}/api/v1/cashout/intent`, text, { quoteId });
    reads.push({ path: `/api/v1/cashout/intent/${intentId}`, credential: { kind: 'BEARER', text } });
  }
  await world.untilProjected();
  return reads;
};
