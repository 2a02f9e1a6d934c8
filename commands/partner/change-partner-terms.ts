import type { Position } from '../../aggregates/events';
import type { PartnerTermsChanged } from '../../aggregates/partner/events';
import { partner } from '../../aggregates/partner/partner';
import { invalidField } from '../../aggregates/rejection';
import type { CommandContext } from '../handling/context';
import { handle } from '../handling/handle';
import { type DenyingDeps, takeAway } from '../handling/take-away';

export type ChangePartnerTerms = Omit<PartnerTermsChanged, 'changedAt'>;

export interface ChangePartnerTermsDeps extends DenyingDeps {
  readonly isNetwork: (text: string) => boolean;
}

/** Changes the named terms; `ipAllowlist` is in force when it answers. Refuses VALIDATION_ERROR, NOT_FOUND. */
export const changePartnerTerms =
  (deps: ChangePartnerTermsDeps) =>
  async (input: ChangePartnerTerms, context: CommandContext): Promise<{ readonly position: Position | null }> => {
    const wrong = input.ipAllowlist?.find((entry) => !deps.isNetwork(entry));
    if (wrong !== undefined) throw invalidField('ipAllowlist', `${JSON.stringify(wrong)} is no address and no CIDR`);
    const changedAt = deps.clock.iso();
    const { partnerId, ipAllowlist } = input;
    const request = {
      id: partnerId,
      context,
      command: { type: 'ChangeTerms', terms: { ...input, changedAt } },
    } as const;
    if (ipAllowlist === undefined) return { position: (await handle(deps, partner, request)).position };
    const { position } = await takeAway(deps, partner, request, {
      ...{ kind: 'IP_ALLOWLIST', subject: partnerId, value: ipAllowlist },
      isTakenBy: ({ type, data }) => type === 'PartnerTermsChanged' && data.ipAllowlist !== undefined,
    });
    return { position };
  };
