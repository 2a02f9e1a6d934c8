import type { SignedOrder } from '../../../../commands/ports/chains/signed-orders';

const DELIVERY = 'delivery:';

/** As the signer's book knows the order; must never change. */
export const orderKeyOf = (order: SignedOrder): string =>
  order.purpose === 'REDEMPTION'
    ? `redemption:${order.redemptionKey}`
    : `${DELIVERY}${order.partnerId}:${order.deliveryId}`;

export const isDeliveryKey = (key: string): boolean => key.startsWith(DELIVERY);
