import { cashout } from '../../aggregates/cashout/cashout';
import type { Recorded } from '../../aggregates/events';
import { rejection } from '../../aggregates/rejection';
import type { Sealed } from '../../aggregates/sealed';
import type { UserCaller } from '../handling/caller';
import type { CommandContext } from '../handling/context';
import { handle } from '../handling/handle';
import { historyOf } from '../handling/reading/read-stream';
import type { HandleDeps } from '../handling/request';
import type { KeyVault } from '../ports/key-vault';

export interface RevealGiftCard {
  readonly user: Pick<UserCaller, 'userId' | 'partnerId' | 'mode'>;
  readonly intentId: string;
}

/** Each showing is logged first. Null without a PIN, after erasure and after 20 showings. Refuses INTENT_NOT_FOUND. */
export const revealGiftCard =
  (deps: HandleDeps & { readonly vault: Pick<KeyVault, 'open'> }) =>
  async ({ user, intentId }: RevealGiftCard, context: CommandContext): Promise<string | null> => {
    const history = await historyOf(deps.eventStore, cashout, intentId);
    if (!isOwn(user, history)) throw rejection('INTENT_NOT_FOUND', 'No such intent');
    const sealed = pinOf(history);
    const pin = sealed === null ? null : await deps.vault.open(sealed);
    if (pin === null) return null;
    const { events } = await handle(deps, cashout, {
      id: intentId,
      context,
      command: { type: 'RevealGiftCard', now: deps.clock.iso() },
    });
    return events.length === 0 ? null : pin;
  };

const isOwn = (user: RevealGiftCard['user'], [created]: readonly Recorded[]): boolean => {
  if (created?.type !== 'CashoutIntentCreated') return false;
  const { userId, partnerId, mode } = created.data;
  return userId === user.userId && partnerId === user.partnerId && mode === user.mode;
};

/** PIN of the last gift card: earlier ones were returned. */
const pinOf = (history: readonly Recorded[]): Sealed | null => {
  const settled = history.findLast((event) => event.type === 'PayoutSettled');
  return settled?.type === 'PayoutSettled' ? (settled.data.giftCardPin ?? null) : null;
};
