import { type ChaosReport, type Frame, type FrameOptions, inFrame } from '../chaos/frame';
import { evmFiles } from './installation';
import { type ChaosChain, openChaosChain, payerOf } from './node/chain';
import { type Endpoint, startEndpoint } from './node/proxy';
import { shownWeights } from './node/weights';
import { openInstallation } from './opened-service';
import { type Plan, type PlanOptions, planOf, USERS } from './plan';
import { awaitQuiet, judgementOf, type Stormed } from './settling/quiet';
import { readTruth, type TrueMovement } from './settling/truth';
import { type Ridden, ride, type Sea } from './storm';
import { keepWallets } from './wallet-keeper';

type Environment = Readonly<Record<string, string>>;

export interface ChaosOptions extends PlanOptions, FrameOptions {
  /** More variables of the service. */
  readonly variables?: Environment;
  /** Work beside the storm. The storm ends when both have ended. */
  readonly beside?: (sea: Sea) => Promise<void>;
  /** Once the books are settled, while everything still runs. */
  readonly afterwards?: (sea: Sea, environment: Environment) => Promise<void>;
}

const ENDPOINTS = 2;
const FOREIGN_CHAIN = 1_000_000;

/** A storm over a service of its own: real processes, a real chain, endpoints that lie, and the books settled. */
export const runChaos = async (options: ChaosOptions): Promise<ChaosReport> => {
  const plan = planOf(options);
  tellPlan(plan, options.say);
  return inFrame(options, async (frame) => {
    const { sea, environment } = await openSea({ plan, frame, ...options });
    const [stormed] = await Promise.all([ride(sea), options.beside?.(sea)]);
    options.say(`the storm is over; ${stormed.opened.length} intents were opened`);
    for (const [refusal, count] of sea.partner.refusals) options.say(`  ${count} x ${refusal}`);
    const settled = await awaitQuiet(await quietOf(sea, stormed, environment), options.quietTimeoutMs);
    await options.afterwards?.(sea, environment);
    return judgementOf(settled);
  });
};

const quietOf = async (sea: Sea, ridden: Ridden, environment: Environment): Promise<Stormed> => {
  const { plan, service, partner, chain, finalTruth } = sea;
  const { finalLag } = plan.profile;
  const lastHeight = (await chain.newest()) + finalLag;
  return {
    ...{ service, partner, environment, ...ridden, wanted: plan.payments.length, finalTruth },
    ...{ finalHistoryChanged: plan.finalChangeAtMs !== null, historyForgotten: false },
    isWholeChain: async () => (await chain.newest()) - finalLag >= lastHeight,
  };
};

const tellPlan = (plan: Plan, say: ChaosOptions['say']): void => {
  const { seed, profile, payments, forks, kills, dusts, spells, finalChangeAtMs } = plan;
  say(`seed ${seed} on ${profile.network}: ${payments.length} intents in a storm of ${plan.stormMs / 1_000} s`);
  for (const [index, weights] of plan.weights.entries())
    say(`  endpoint ${index + 1}: ${shownWeights(weights) || 'honest'}`);
  for (const { endpoint, what, fromMs, toMs } of spells)
    say(`  endpoint ${endpoint + 1} is ${what} from ${(fromMs / 1_000).toFixed(1)} to ${(toMs / 1_000).toFixed(1)} s`);
  say(
    `  ${forks.length} forks, ${kills.length} kills, ${dusts.length} blocks of dust, ${plan.graceSeconds} s of grace`,
  );
  if (finalChangeAtMs !== null) say('  final history changes: a halted network is what must come of it');
};

interface Opening extends Pick<ChaosOptions, 'say' | 'variables'> {
  readonly plan: Plan;
  readonly frame: Frame;
}

const openSea = async ({ plan, frame, say, variables = {} }: Opening) => {
  const { profile, seed } = plan;
  const accounts = plan.payments.map(({ number }) => payerOf(number));
  const open = async (chainId: number): Promise<ChaosChain> => {
    const chain = await openChaosChain({ profile, chainId, accounts });
    frame.onEnd(chain.stop);
    return chain;
  };
  const chain = await open(profile.chainId);
  const foreignChain = await open(profile.chainId + FOREIGN_CHAIN);
  const hidden = new Set<string>();
  const endpoints: Endpoint[] = [];
  for (let index = 1; index <= ENDPOINTS; index += 1) {
    const options = { chainUrl: chain.url, foreignUrl: foreignChain.url, profile, seed: seed * 10 + index, hidden };
    const endpoint = await startEndpoint(options);
    frame.onEnd(endpoint.stop);
    endpoint.mood.finalLag = profile.farFinalLag;
    endpoints.push(endpoint);
  }
  const files = evmFiles(profile, chain.token);
  const { service, partner, environment } = await openInstallation(frame, {
    ...{ ...plan, ...files, users: USERS, variables },
    rpcUrls: endpoints.map(({ url }) => url),
  });
  const finalTruth = async (): Promise<readonly TrueMovement[]> =>
    readTruth({ chain, network: profile.network, hidden, toHeight: (await chain.newest()) - profile.finalLag });
  const wallets = keepWallets(chain);
  const sea: Sea = { plan, chain, foreignChain, endpoints, service, partner, wallets, hidden, finalTruth, say };
  return { sea, environment };
};
