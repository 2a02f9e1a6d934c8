const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites that start whole services and take longest. A late start would leave the other workers idle at the end. */
const SLOWEST = [
  'chain-chaos/chain-chaos',
  'provider-chaos/',
  'postgres/embedded',
  'http/hostile-values',
  'end-to-end/',
  // Simulation without waits: beside starting services it would only slow them.
  'simulation/payment',
];

const rankOf = ({ path }) => {
  const rank = SLOWEST.findIndex(
    (part) => path.includes(`/test/system/${part}`) || path.includes(`/test/system/infra/${part}`),
  );
  return rank < 0 ? SLOWEST.length : rank;
};

module.exports = class extends Sequencer {
  sort(tests) {
    const usual = super.sort(tests);
    return [...usual].sort((one, other) => rankOf(one) - rankOf(other));
  }
};
