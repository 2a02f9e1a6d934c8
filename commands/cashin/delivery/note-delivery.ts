import type { Confirmation } from '../../payout/outcome/confirm-payout';
import type { ExpiringValues } from '../../ports/expiring-values';

export interface NoteDeliveryDeps {
  readonly expiring: Pick<ExpiringValues, 'put'>;
}

const KEPT_SECONDS = 7 * 86_400;

/** The value: the provider's id of the delivery, a colon and the transaction. */
export const toldDeliveryKey = (provider: string, deliveryId: string): string =>
  `told-delivery:${provider}:${deliveryId}`;

/** Keeps the name of a transaction for an adapter whose provider reports it in callbacks alone. Ends no delivery. */
export const noteDelivery =
  ({ expiring }: NoteDeliveryDeps) =>
  async ({ provider, providerKey }: Pick<Confirmation, 'provider' | 'providerKey'>): Promise<'done'> => {
    const [deliveryId = '', ...told] = providerKey.split(':');
    await expiring.put(toldDeliveryKey(provider, deliveryId), told.join(':'), KEPT_SECONDS);
    return 'done';
  };
