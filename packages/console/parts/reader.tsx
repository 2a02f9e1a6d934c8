import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Words } from '../words/en';
import { timesIn } from '../words/format';
import type { Language } from '../words/languages';

/** The person before the screen: all that is drawn is in this language. */
export interface Reader {
  readonly language: Language;
  readonly words: Words;
  readonly times: ReturnType<typeof timesIn>;
}

export const readerOf = (language: Language, words: Words): Reader => ({ language, words, times: timesIn(language) });

const Context = createContext<Reader | null>(null);

export const useReader = (): Reader => {
  const reader = useContext(Context);
  if (reader === null) throw new Error('The page has no reader');
  return reader;
};

export const ReaderProvider = ({ reader, children }: { reader: Reader; children: ComponentChildren }) => (
  <Context.Provider value={reader}>{children}</Context.Provider>
);
