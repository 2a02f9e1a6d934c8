import type { Decider } from '../decider';
import { rejection } from '../rejection';
import type { CashinCommand } from './commands';
import { decideCashin, withdrawProposal } from './decision';
import type { CashinEvent } from './events';
import { evolve } from './evolve';
import { holdCashin, releaseCashin } from './hold';
import { createCashin, decideDispute, recordCharge, recordChargeCreated, refuseCharge } from './phases/charge-phase';
import { decideDelivery } from './phases/delivery-phase';
import { dispatchRefund, recordRefund } from './phases/refund-phase';
import { recoverCashin } from './recovery';
import { settlePix } from './settling';
import type { CashinState } from './state';

const decide = (state: CashinState, command: CashinCommand): readonly CashinEvent[] => {
  if (command.type === 'CreateCashin') return createCashin(state, command);
  if (state.status === 'NONE') throw rejection('INTENT_NOT_FOUND', 'No such intent');
  switch (command.type) {
    case 'RecordChargeCreated':
      return recordChargeCreated(state, command);
    case 'RefuseCharge':
      return refuseCharge(state, command);
    case 'RecordCharge':
      return recordCharge(state, command);
    case 'RecordDispute':
      return decideDispute(state, command);
    case 'RequestDelivery':
    case 'SendDelivery':
    case 'RecordDelivery':
    case 'AbandonDelivery':
    case 'DoubtDelivery':
      return decideDelivery(state, command);
    case 'DispatchRefund':
      return dispatchRefund(state, command);
    case 'RecordRefund':
      return recordRefund(state, command);
    case 'DecideCashin':
      return decideCashin(state, command);
    case 'WithdrawProposal':
      return withdrawProposal(state, command);
    case 'SettlePix':
      return settlePix(state, command);
    case 'HoldCashin':
      return holdCashin(state, command);
    case 'RecoverCashin':
      return recoverCashin(state, command);
    case 'ReleaseCashin':
      return releaseCashin(state, command);
  }
};

export const cashin: Decider<CashinState, CashinCommand, CashinEvent> = {
  category: 'cashin',
  initial: { status: 'NONE' },
  evolve,
  decide,
};
