/** Stops `setTimeout`, `setInterval` and `performance` until the test advances them; sockets go on. */
export const holdTimers = (): void => {
  jest.useFakeTimers({ doNotFake: ['Date', 'hrtime', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
};
