import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { useReader } from '../../parts/reader';
import type { MemberPermission, MemberSession } from '../../wire-partners';
import type { DashboardWords } from '../../words/dashboard/en';
import { DASHBOARD_WORDS } from '../../words/dashboard/words';
import type { DashboardMode } from './paths';

interface Member {
  readonly session: MemberSession;
  readonly mode: DashboardMode;
}

const Context = createContext<Member | null>(null);

export const MemberProvider = ({ of, children }: { of: Member; children: ComponentChildren }) => (
  <Context.Provider value={of}>{children}</Context.Provider>
);

/** Throws outside the pages of a session. */
export const useMember = () => {
  const found = useContext(Context);
  if (found === null) throw new Error('the page is drawn without a session');
  const { session, mode } = found;
  /** In the mode of the page. */
  const may = (permission: MemberPermission): boolean => session.permissions[mode].includes(permission);
  return { ...found, may };
};

export const useDashboardWords = (): DashboardWords => DASHBOARD_WORDS[useReader().language];
