import type { Decider } from '../decider';
import { rejection } from '../rejection';
import type { LinkCreated, LinkEvent, LinkRemoved } from './events';

/** The clock decides expiry, so expiry is no status. */
export type LinkState =
  | { readonly status: 'NONE' }
  | { readonly status: 'LIVE' | 'REMOVED'; readonly owner: Pick<LinkCreated, 'partnerId' | 'mode'> };

export type LinkCommand =
  | { readonly type: 'CreateLink'; readonly link: LinkCreated }
  | { readonly type: 'RemoveLink'; readonly link: LinkRemoved };

const evolve = (state: LinkState, event: LinkEvent): LinkState => {
  switch (event.type) {
    case 'LinkCreated': {
      const { partnerId, mode } = event.data;
      return { status: 'LIVE', owner: { partnerId, mode } };
    }
    case 'LinkRemoved':
      return state.status === 'NONE' ? state : { ...state, status: 'REMOVED' };
  }
};

const decide = (state: LinkState, { type, link }: LinkCommand): readonly LinkEvent[] => {
  if (type === 'CreateLink') return state.status === 'NONE' ? [{ type: 'LinkCreated', data: link }] : [];
  if (state.status === 'NONE' || !isOwner(state.owner, link)) throw rejection('NOT_FOUND', 'No such link');
  return state.status === 'REMOVED' ? [] : [{ type: 'LinkRemoved', data: link }];
};

const isOwner = (owner: Pick<LinkCreated, 'partnerId' | 'mode'>, link: LinkRemoved): boolean =>
  owner.partnerId === link.partnerId && owner.mode === link.mode;

/** Stream `link-<code>`. Another partner's link is NOT_FOUND, like a link that never existed. */
export const link: Decider<LinkState, LinkCommand, LinkEvent> = {
  category: 'link',
  initial: { status: 'NONE' },
  evolve,
  decide,
};
