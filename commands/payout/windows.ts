/** Milliseconds since 1970; `toMs` is not within. */
export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

const DAY_MS = 86_400_000;
const SHORTEST_MS = 60_000;

/** Long enough to be few, short enough for small lists. */
export function* windowsOf({ fromMs, toMs }: Window): Generator<Window> {
  for (let start = fromMs; start < toMs; start += DAY_MS) {
    yield { fromMs: start, toMs: Math.min(start + DAY_MS, toMs) };
  }
}

/** For a provider with a limit per list; null when the window is already the shortest. */
export const halvesOf = ({ fromMs, toMs }: Window): readonly [Window, Window] | null => {
  if (toMs - fromMs <= SHORTEST_MS) return null;
  const middleMs = Math.floor((fromMs + toMs) / 2);
  return [
    { fromMs, toMs: middleMs },
    { fromMs: middleMs, toMs },
  ];
};
