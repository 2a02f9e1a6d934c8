const MINUTE_MS = 60_000;

/** Says a line at once, and those that follow within a minute as one, with their number. */
export const onceAMinute = (say: (line: string) => void): ((line: string) => void) => {
  let isQuiet = false;
  let unsaid = 0;
  let latest = '';
  const beQuiet = (): void => {
    isQuiet = true;
    setTimeout(speak, MINUTE_MS).unref();
  };
  const speak = (): void => {
    isQuiet = false;
    if (unsaid === 0) return;
    say(`${latest} (${unsaid} such lines within a minute)`);
    unsaid = 0;
    beQuiet();
  };
  return (line) => {
    if (isQuiet) {
      unsaid += 1;
      latest = line;
      return;
    }
    say(line);
    beQuiet();
  };
};
