/** Runs work on at most the given number of blocks. */
export type Pace = <Answer>(work: (mostBlocks: bigint) => Promise<Answer>) => Promise<Answer>;

/**
 * Blocks per read: at most `mostBlocks`, halved on each failure, one more after each success. A slow or rate-limited
 * node would otherwise refuse the same range for ever.
 */
export const createPace = (mostBlocks: bigint): Pace => {
  let blocks = mostBlocks;
  return async (work) => {
    const tried = blocks;
    try {
      const answer = await work(tried);
      blocks = tried < mostBlocks ? tried + 1n : mostBlocks;
      return answer;
    } catch (error) {
      blocks = tried > 1n ? tried / 2n : 1n;
      throw error;
    }
  };
};
