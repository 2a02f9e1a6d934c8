export type DashboardMode = 'live' | 'sandbox';

export const SCREENS = ['start', 'payments', 'deliveries', 'developers', 'users', 'sandbox', 'members'] as const;

export type Screen = (typeof SCREENS)[number];

export interface Place {
  readonly mode: DashboardMode;
  readonly screen: Screen;
  readonly id: string | null;
}

export const HOME = '/dashboard/';

const PLACE = /^\/dashboard\/(?:(live|test)(?:\/([a-z]+)(?:\/([^/]{1,600}))?)?\/?)?$/;

const isScreen = (text: string): text is Screen => SCREENS.some((screen) => screen === text);

const decoded = (id: string): string | null => {
  try {
    return decodeURIComponent(id);
  } catch {
    return null;
  }
};

/** The address keeps mode, screen and object; null for the address of no page. */
export const placeIn = (path: string): Place | null => {
  const found = PLACE.exec(path);
  const screen = found?.[2] ?? 'start';
  if (found === null || !isScreen(screen)) return null;
  const id = found[3] === undefined ? null : decoded(found[3]);
  if (found[3] !== undefined && id === null) return null;
  return { mode: found[1] === 'live' ? 'live' : 'sandbox', screen, id };
};

export const pathTo = (mode: DashboardMode, screen: Screen, id?: string): string =>
  `${HOME}${mode === 'live' ? 'live' : 'test'}/${screen}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;

/** The same with filters, by the names of the service. */
export const listPath = (mode: DashboardMode, screen: Screen, filters: Readonly<Record<string, string>>): string => {
  const query = new URLSearchParams(filters).toString();
  return query === '' ? pathTo(mode, screen) : `${pathTo(mode, screen)}?${query}`;
};
