// A thread of chain readers with a scripted reader, run from the sources.
const { getHeapStatistics } = require('node:v8');
const { parentPort, threadId } = require('node:worker_threads');
require('../../../../typescript.cjs');
const { serveReaders } = require('../../../../../infra/chains/thread/reader-serving.ts');

serveReaders(parentPort, async ({ network, logger, alert }) => {
  if (network.name === 'wrong') throw Object.assign(new Error('it cannot be right'), { name: 'Mistake' });
  logger.info({ network: network.name }, 'opened');
  return {
    network: network.name,
    threadId: async () => threadId,
    environment: async () => Object.keys(process.env),
    largestHeapMb: async () => getHeapStatistics().heap_size_limit / 1_048_576,
    echo: async (...parameters) => parameters,
    fail: async () => {
      throw Object.assign(new TypeError('no block'), { secret: 'x' });
    },
    failTelling: async () => {
      throw Object.assign(new Error('another chain'), { foreignChain: '31337', aheadOfClockMs: 61_000 });
    },
    failBadly: () => Promise.reject('no error at all'),
    hang: () => new Promise(() => undefined),
    function: async () => () => undefined,
    say: async () => {
      logger.warn({ err: new Error('a fact'), height: 5n }, 'a line');
      logger.warn({ odd: () => undefined }, 'a line with a function');
      alert('an alarm', { network: network.name });
    },
    die: () => process.exit(1),
    crash: async () => {
      setImmediate(() => {
        throw new Error('out of the blue');
      });
      return new Promise(() => undefined);
    },
    close: async () => {
      logger.info({ network: network.name }, 'closed');
    },
  };
});
