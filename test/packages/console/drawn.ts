import { type FunctionComponent, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { SignedInProvider } from '../../../packages/console/operators/frame/signed-in';
import { ReaderProvider, readerOf } from '../../../packages/console/parts/reader';
import type { OpsSession } from '../../../packages/console/wire';
import type { Language } from '../../../packages/console/words/languages';
import { WORDS } from './words';

type Permissions = OpsSession['operator']['permissions'];

const EVERY: Permissions = ['open', 'export', 'operate', 'approve', 'administer'];

const sessionWith = (permissions: Permissions): OpsSession => ({
  ...{ environment: 'test', instance: 'lastro-1', modes: ['live', 'sandbox'], by: 'SESSION' },
  ...{ signedInAt: null, expiresAt: null, operator: { name: 'ana', role: 'admin', permissions } },
});

/** The HTML of a component for a reader of the language, who has the permissions. */
export const drawn = <Props extends object>(
  component: FunctionComponent<Props>,
  props: NoInfer<Props>,
  language: Language = 'en',
  permissions: Permissions = EVERY,
): string => {
  const child = h(SignedInProvider, { of: sessionWith(permissions), children: h(component, props) });
  return renderToString(h(ReaderProvider, { reader: readerOf(language, WORDS[language]), children: child }));
};

/** The text that a person reads, without elements. */
export const textIn = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
