export type Pace = <Answer>(work: (mostBlocks: bigint) => Promise<Answer>) => Promise<Answer>;

/** Halves the range on failure, adds one block on success: else a rate-limited node refuses the same range for ever. */
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
