import type { SignInMail } from '../../commands/partner/members/link-sender';
import type { Mail } from './otp-message';

/** The link has its token in the fragment, which the browser does not send to a server. */
export const linkMail = ({ destination, link, instanceId, expiresAt }: SignInMail): Mail => ({
  to: destination,
  subject: `Your link to the dashboard of ${instanceId}`,
  text: [
    `Open ${link}`,
    '',
    `The link signs you in to the dashboard of ${instanceId} once, until ${expiresAt}.`,
    'If you did not request this link, ignore this mail.',
    '',
  ].join('\n'),
});
