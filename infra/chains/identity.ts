import type { Family } from './family';

/** For chains that are identified by a text; `what` describes it for the operator. */
export const namedBy =
  (isName: (text: string) => boolean, what: string): Family['objectionToIdentity'] =>
  ({ chainId, networkId }) => {
    if (chainId !== null) return { key: 'chainId', detail: 'an EVM network has a chainId, and no other has one' };
    if (networkId === null) return { key: 'networkId', detail: `is missing: ${what}` };
    return isName(networkId) ? null : { key: 'networkId', detail: `is not ${what}` };
  };
