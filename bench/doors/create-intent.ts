import { randomUUID } from 'node:crypto';
import { readSecrets } from '../../src/bin/stores/stores';
import { type Bench, type Figure, single } from '../figures';
import { intentTerms } from '../seeds/intents';
import { propose } from '../seeds/ledger';
import type { ExpressBaselineSettings } from '../sides/express-baseline';
import { type Clients, compareDoor, openClients, type Target } from '../support/doors';
import { startSide } from '../support/side';
import { onSite, type Site } from '../support/site';
import { openWorld, type World } from '../support/world';

/** Intents created over HTTP, against a minimal server that verifies the token and commits a row; and by one client. */
export const benchCreateIntent = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const world = await openWorld(site, bench.scale.users);
    const [target, baseline] = [intentsOf(world), await startIntentBaseline(site, world)];
    const figure = await compareDoor(bench, site, { name: 'create-intent', world, target, baseline });
    const alone = await openClients(bench, site, { ...target, clients: 1 });
    return [figure, single('create-intent-alone', (await alone()).medianMs, 'ms p50')];
  });

/** For clients of the service. */
export const intentsOf = ({ service, tokens, issueQuotes, untilAtRest }: World): Clients => ({
  ...{ url: service.url, door: { door: 'INTENTS', tokens }, issue: issueQuotes, untilAtRest },
});

/** The baseline of `create-intent`, which others are compared to as well; it knows no quotes. */
export const startIntentBaseline = async (site: Site, { service, tokens }: World): Promise<Target> => {
  const { config, databaseUrl } = service;
  const { jwtKeys } = readSecrets(config);
  const settings: ExpressBaselineSettings = { databaseUrl, jwtKeys, issuer: config.INSTANCE_ID, ...intentBytes() };
  const server = await startSide<object, string>(site, 'express-baseline', settings);
  const orderOf = (user: number) => ({ quoteId: randomUUID(), intentId: '', user });
  return {
    ...{ url: await server.ask({}), door: { door: 'INTENTS', tokens } },
    issue: async (count) => Array.from({ length: count }, (_, index) => orderOf(index % tokens.length)),
  };
};

const intentBytes = (): { readonly data: string; readonly metadata: string } => {
  const userId = randomUUID();
  const intent = intentTerms(userId);
  const { data, metadata } = propose({ type: 'CashoutIntentCreated', data: intent }, userId, intent.quoteId);
  return { data: JSON.stringify(data), metadata: JSON.stringify(metadata) };
};
