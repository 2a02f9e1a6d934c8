import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { OpsSession } from '../../wire';

export interface SignedIn {
  readonly session: OpsSession;
  /** Leads to the sign-in page. */
  readonly onEnded: () => void;
}

const Context = createContext<SignedIn | null>(null);

export const SignedInProvider = ({ of, children }: { of: SignedIn; children: ComponentChildren }) => (
  <Context.Provider value={of}>{children}</Context.Provider>
);

/** Throws outside the pages of a session. */
export const useSignedIn = (): SignedIn => {
  const found = useContext(Context);
  if (found === null) throw new Error('the page is drawn without a session');
  return found;
};
