import { randomUUID } from 'node:crypto';
import { type NewStream, PARTNER, propose } from './ledger';

/** The partner on whose behalf everything happens. */
export const partnerStream = (): NewStream => {
  const { partnerId } = PARTNER;
  const onboarded = { partnerId, name: 'Bench', onboardedAt: new Date().toISOString() };
  return {
    stream: `partner-${partnerId}`,
    events: [propose({ type: 'PartnerOnboarded', data: onboarded }, null, partnerId)],
  };
};

export const approvedUserStream = (userId: string): NewStream => {
  const at = new Date().toISOString();
  const wallet = { pubkey: `0x${userId.replaceAll('-', '').padEnd(40, '0')}`, blockchain: 'ethereum' };
  const user = { userId, ...PARTNER, externalUserId: null, wallet, registeredAt: at };
  const approved = { userId, status: 'APPROVED', previousStatus: 'PENDING', changedAt: at } as const;
  const correlationId = randomUUID();
  return {
    stream: `user-${userId}`,
    events: [
      propose({ type: 'UserRegistered', data: user }, userId, correlationId),
      propose({ type: 'KycStatusChanged', data: approved }, userId, correlationId),
    ],
  };
};
