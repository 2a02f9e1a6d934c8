import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

const Context = createContext<() => void>(() => undefined);

export const EndedProvider = Context.Provider;

/** Leads to the sign-in page, after an answer without a session. */
export const useOnEnded = (): (() => void) => useContext(Context);
