import { type FunctionComponent, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { MEMBER_ROLES, type MemberRole } from '../../../aggregates/members/events';
import { MEMBER_PERMISSIONS, memberMayDo } from '../../../aggregates/members/permissions';
import type { DashboardMode } from '../../../packages/console/partners/frame/paths';
import { MemberProvider } from '../../../packages/console/partners/frame/signed-in';
import { ReaderProvider, readerOf } from '../../../packages/console/parts/reader';
import type { MemberSession } from '../../../packages/console/wire-partners';
import type { Language } from '../../../packages/console/words/languages';
import { WORDS } from './words';

interface Before {
  readonly language?: Language;
  readonly mode?: DashboardMode;
  readonly role?: MemberRole;
}

const sessionOf = (role: MemberRole): MemberSession => {
  const of = (mode: DashboardMode) => MEMBER_PERMISSIONS.filter((permission) => memberMayDo(role, permission, mode));
  return {
    ...{ environment: 'test', instance: 'lastro-1', memberId: 'member1', email: 'ana@example.com' },
    partner: { partnerId: 'p1', name: 'Acme', role },
    permissions: { live: of('live'), sandbox: of('sandbox') },
    ipAllowlist: [],
    ...{ signedInAt: '2026-11-20T12:00:00.000Z', expiresAt: '2026-11-21T00:00:00.000Z' },
  };
};

/** The HTML of a component of the dashboard for a member. */
export const drawnFor = <Props extends object>(
  component: FunctionComponent<Props>,
  props: NoInfer<Props>,
  { language = 'en', mode = 'sandbox', role = MEMBER_ROLES[0] }: Before = {},
): string => {
  const of = { session: sessionOf(role), mode };
  const child = h(MemberProvider, { of, children: h(component, props) });
  return renderToString(h(ReaderProvider, { reader: readerOf(language, WORDS[language]), children: child }));
};
