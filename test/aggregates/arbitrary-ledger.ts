import type { LedgerCommand } from '../../aggregates/ledger/ledger';
import fc from '../properties';
import { event } from '../samples/sample-events';
import { at, many } from './arbitrary-parts';

export const ledgerCommands = many<LedgerCommand>(
  fc.constantFrom('ledger1', 'ledger1', 'ledger2').map((ledgerId) => ({
    ...{ type: 'OpenLedger', data: event('LedgerOpened', { ledgerId }).data },
  })),
  fc.integer({ min: 1, max: 4 }).map((term) => ({ type: 'LeadLedger', data: event('LedgerLed', { term }).data })),
  fc.tuple(at, fc.constantFrom({}, { cancelledMoveId: 'move1' })).map(([attachedAt, cancelled]) => ({
    ...{ type: 'AttachLedger', data: event('LedgerAttached', { attachedAt, ...cancelled }).data },
  })),
  fc.constantFrom('move1', 'move2').map((moveId) => ({
    ...{ type: 'MoveLedger', data: event('LedgerMoved', { moveId }).data },
  })),
  fc.constantFrom('move1', 'move2').map((moveId) => ({
    ...{ type: 'CancelMove', data: event('LedgerMoveCancelled', { moveId }).data },
  })),
);
