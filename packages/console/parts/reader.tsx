import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Words } from '../words/en';
import { EN } from '../words/en';
import { timesIn } from '../words/format';
import { type Language, WORDS } from '../words/languages';

/** The person before the screen: all that is drawn is in this language. */
export interface Reader {
  readonly language: Language;
  readonly words: Words;
  readonly times: ReturnType<typeof timesIn>;
}

export const readerOf = (language: Language): Reader => ({
  language,
  words: WORDS[language],
  times: timesIn(language),
});

const Context = createContext<Reader>({ language: 'en', words: EN, times: timesIn('en') });

export const useReader = (): Reader => useContext(Context);

export const ReaderProvider = ({ reader, children }: { reader: Reader; children: ComponentChildren }) => (
  <Context.Provider value={reader}>{children}</Context.Provider>
);
