import { isRejection } from '../../../aggregates/rejection';

/** Swallows the faults of the simulated world; any other error is a bug and ends the test. */
export const surviving = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    const isExpected =
      error instanceof Error &&
      /^(before|after) the append$|^The event store is unreachable$|^The (network|node) is away$/.test(error.message);
    const isBusy = isRejection(error) && error.rejection.code === 'SERVICE_UNAVAILABLE';
    if (!isExpected && !isBusy) throw error;
  }
};
