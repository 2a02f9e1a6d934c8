import type { Logger } from 'pino';

/** Exceeds every wait within a stop; after it the process exits regardless. */
const STOP_WITHIN_MS = 14_500;

/** Exits with 0 on SIGTERM or SIGINT once `stop` is done; further signals are ignored. */
export const stopOnSignal = (logger: Logger, stop: () => Promise<void>): void => {
  let isStopping = false;
  const onSignal = (): void => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      logger.error('stopping took too long; the next start finishes open work');
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'the service did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
};
