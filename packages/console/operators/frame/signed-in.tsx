import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { OpsSession } from '../../wire';

const Context = createContext<OpsSession | null>(null);

export const SignedInProvider = ({ of, children }: { of: OpsSession; children: ComponentChildren }) => (
  <Context.Provider value={of}>{children}</Context.Provider>
);

/** Throws outside the pages of a session. */
export const useSession = (): OpsSession => {
  const found = useContext(Context);
  if (found === null) throw new Error('the page is drawn without a session');
  return found;
};
