import type { CommandContext } from '../../../../commands/handling/context';
import { sha256Hex } from '../../../../commands/handling/secrets';
import { inviteMember } from '../../../../commands/partner/members/invite-member';
import type { KeptMemberLink } from '../../../../commands/partner/members/sign-in-link';
import type { Config } from '../../../config';
import type { Adapters } from '../adapters';

const OWNER = 'owner@demo.example';

/** Longest wait until the printed link works, also on a busy machine. */
const APPLIED_TIMEOUT_MS = 20_000;

interface Started {
  readonly url: string;
  readonly adapters: Pick<Adapters, 'ports' | 'board'>;
  readonly memberLinks: Map<string, KeptMemberLink>;
}

/** A link to the dashboard of the demo partner that is valid while the process runs, as `npm start` prints it. */
export const dashboardLines = async (
  config: Pick<Config, 'PUBLIC_BASE_URL'>,
  { url, adapters: { ports, board }, memberLinks }: Started,
  { partnerId }: { readonly partnerId: string },
): Promise<readonly string[]> => {
  const asked = { partnerId, email: OWNER, role: 'owner' } as const;
  const { memberId, position } = await inviteMember(ports)(asked, byStart(ports.ids.uuid()));
  if (position !== null) await board.waitUntilApplied(['accounts'], position, APPLIED_TIMEOUT_MS);
  const token = ports.ids.hex(32);
  memberLinks.set(sha256Hex(token), { memberId, expiresAt: null });
  return [`  its dashboard   ${config.PUBLIC_BASE_URL ?? url}/dashboard/#${token}`];
};

const byStart = (commandId: string): CommandContext => ({
  ...{ commandId, isFresh: true, correlationId: commandId, causationId: commandId },
  actor: { kind: 'system', id: 'start' },
  ...{ partnerId: null, subjectId: null, mode: null, requestId: null, reason: 'to try the dashboard with' },
});
