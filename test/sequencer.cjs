const { default: Sequencer } = require('@jest/test-sequencer');

/** What starts whole services and takes longest: begun last, one of them would leave a worker idle until the end. */
const SLOWEST = [
  'chain-chaos/chain-chaos',
  'postgres/embedded',
  'http/hostile-values',
  'end-to-end/',
  // Waits for nothing: beside services that start it would only slow them.
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
