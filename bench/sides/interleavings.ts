import { liveAndAudit } from '../../test/simulation/lives';
import { serve } from './shared/serve';

export interface Batch {
  readonly firstSeed: number;
  readonly lives: number;
}

export interface Lived {
  readonly payments: number;
  /** Violations, each with the seed that repeats it. */
  readonly violations: readonly string[];
}

const lifeOf = async (seed: number): Promise<Lived> => {
  try {
    const { payments, violations } = await liveAndAudit(seed);
    return { payments, violations: violations.map((violation) => `seed ${seed}: ${violation}`) };
  } catch (error) {
    return { payments: 0, violations: [`seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`] };
  }
};

serve(async () => ({
  answer: async ({ firstSeed, lives }: Batch): Promise<Lived> => {
    const lived: Lived[] = [];
    for (let seed = firstSeed; seed < firstSeed + lives; seed += 1) lived.push(await lifeOf(seed));
    return {
      payments: lived.reduce((sum, { payments }) => sum + payments, 0),
      violations: lived.flatMap(({ violations }) => violations),
    };
  },
  close: async () => undefined,
}));
