import { type FunctionComponent, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { ReaderProvider, readerOf } from '../../../packages/console/parts/reader';
import type { Language } from '../../../packages/console/words/languages';

/** The HTML of a component for a reader of the language. */
export const drawn = <Props extends object>(
  component: FunctionComponent<Props>,
  props: NoInfer<Props>,
  language: Language = 'en',
): string => renderToString(h(ReaderProvider, { reader: readerOf(language), children: h(component, props) }));

/** The text that a person reads, without elements. */
export const textIn = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
