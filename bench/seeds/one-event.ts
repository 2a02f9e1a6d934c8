import { randomUUID } from 'node:crypto';
import { providerKeyOf } from '../../commands/handling/deterministic-ids';
import type { Proposed } from '../../commands/ports/event-store';
import { propose } from './ledger';

const INTENT_ID = 'bafkreifasebbmm4eixgogiufjrnp5quk54res2ocvggjzmp4qesguzy6x4';
const SUBJECT_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** The event that both sides of `append` write: one of the ledger's own, with all its metadata and a new id. */
export const createEventMaker = (): (() => Proposed) => {
  const requestedAt = new Date().toISOString();
  const attempt = { intentId: INTENT_ID, attempt: 1, providerKey: providerKeyOf(INTENT_ID, 1) };
  const data = { ...attempt, amountCents: '15000', requestedAt };
  const template = propose({ type: 'PayoutRequested', data }, SUBJECT_ID, SUBJECT_ID);
  return () => ({ ...template, id: randomUUID() });
};
