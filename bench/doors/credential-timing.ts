import { Client } from 'undici';
import { type Bench, type Figure, single } from '../figures';
import { median } from '../support/alternate';
import { createPartner, KEYS_PATH } from '../support/partner';
import { startService } from '../support/service';
import { onSite } from '../support/site';

const RUNS = 3;
const WARM_SAMPLES = 200;

/** How far apart the medians of refused API keys are, by what is wrong with them: the best of three runs. */
export const benchCredentialTiming = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const service = await startService(site);
    const { revokedKey } = await createPartner(site, service);
    const refused = { unknown: `sk_live_${'0'.repeat(64)}`, revoked: revokedKey, malformed: 'sk_live_malformed' };
    const client = new Client(service.url, { pipelining: 1 });
    site.onLeave(() => client.destroy());
    await sample(client, refused, WARM_SAMPLES);
    const differences: number[] = [];
    for (let run = 1; run <= RUNS; run += 1) {
      const medians = await sample(client, refused, bench.scale.timingSamples);
      const values = Object.values(medians);
      differences.push(Math.max(...values) - Math.min(...values));
      const shown = Object.entries(medians).map(([name, value]) => `${name} ${value.toFixed(3)}`);
      bench.say(`  credential-timing ${run}/${RUNS}: ${shown.join(', ')} ms`);
    }
    return [single('credential-timing', Math.min(...differences), 'ms')];
  });

/** Medians in milliseconds; the kinds take turns, so that other load of the machine meets them all. */
const sample = async (
  client: Client,
  refused: Readonly<Record<string, string>>,
  samples: number,
): Promise<Readonly<Record<string, number>>> => {
  const kinds = Object.entries(refused).map(([name, key]) => ({ name, key, elapsedMs: [] as number[] }));
  for (let index = 0; index < samples; index += 1) {
    for (const { key, elapsedMs } of kinds) elapsedMs.push(await timeOne(client, key));
  }
  return Object.fromEntries(kinds.map(({ name, elapsedMs }) => [name, median(elapsedMs)]));
};

const timeOne = async (client: Client, key: string): Promise<number> => {
  const startedMs = performance.now();
  const headers = { authorization: `Bearer ${key}` };
  const { statusCode, body } = await client.request({ method: 'GET', path: KEYS_PATH, headers });
  await body.dump();
  if (statusCode !== 401) throw new Error(`${statusCode}, not 401`);
  return performance.now() - startedMs;
};
