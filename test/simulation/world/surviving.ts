import { isRejection } from '../../../aggregates/rejection';

/** What may go wrong in a simulated world goes wrong; everything else is a bug and ends the test. */
export const surviving = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    const isExpected =
      error instanceof Error &&
      /^(before|after) the append$|^The (event store|network|node) is away$/.test(error.message);
    const isBusy = isRejection(error) && error.rejection.code === 'SERVICE_UNAVAILABLE';
    if (!isExpected && !isBusy) throw error;
  }
};
