import type { Position } from '../../aggregates/events';
import type { Mode } from '../../aggregates/partner/events';
import { type PartnerState, partner } from '../../aggregates/partner/partner';
import { type CommandContext, systemContext } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { handle } from '../handling/handle';
import type { HandleDeps } from '../handling/request';

export interface Instance {
  readonly id: string;
  readonly mode: Mode;
}

export interface InstancePartner {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly status: PartnerState['status'];
  readonly position: Position | null;
}

/** Must never change: users of the wallet surface depend on it. */
export const instancePartnerId = ({ id }: Instance): string => commandIdOf('instance-partner', id);

export const instancePartner =
  (deps: HandleDeps & { readonly instance: Instance; readonly workerId: string }) =>
  async (causationId: string): Promise<InstancePartner> => {
    const { instance } = deps;
    const partnerId = instancePartnerId(instance);
    const commandId = commandIdOf('onboard-instance-partner', partnerId);
    const context: CommandContext = {
      ...systemContext(deps.workerId, commandId, causationId),
      ...{ partnerId, subjectId: partnerId, mode: instance.mode },
    };
    const onboardedAt = deps.clock.iso();
    const { state, position } = await handle(deps, partner, {
      id: partnerId,
      context,
      command: { type: 'OnboardPartner', partner: { partnerId, name: instance.id, onboardedAt } },
      opensStream: true,
    });
    return { partnerId, mode: instance.mode, status: state.status, position };
  };
