// Loaded before a program: its clock is CLOCK_AHEAD_MS later than the machine's.
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
const machineNow = Date.now;
const now = () => machineNow() + aheadMs;

globalThis.Date = new Proxy(Date, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
