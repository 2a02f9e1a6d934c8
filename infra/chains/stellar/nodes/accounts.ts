import type { Asset } from '../../../../commands/ports/chains/catalog';
import type { ReceiverState, UnfitAsset } from '../../../../commands/ports/chains/chain-reader';
import type { ClosedWatch } from '../../closed/watch';
import { fieldsOf, listOf } from '../../encodings/answers';
import { propertyOf } from '../../nodes/rpc/node-error';
import type { StellarCalls } from './calls';

/** By `CODE:ISSUER`: whether the issuer lets the account hold the asset. */
type Trustlines = ReadonlyMap<string, boolean>;

const trustlinesOf = (account: unknown): Trustlines =>
  new Map(
    listOf(propertyOf(account, 'balances'), 'balances').map((one) => {
      const { asset_code: code, asset_issuer: issuer, is_authorized: isAuthorized } = fieldsOf(one, 'balances');
      return [`${String(code)}:${String(issuer)}`, isAuthorized !== false] as const;
    }),
  );

const unfitIn = (trustlines: Trustlines, assets: Iterable<readonly [string, Asset]>): readonly UnfitAsset[] =>
  [...assets].flatMap(([contract, { assetId }]) => {
    const isAuthorized = trustlines.get(contract);
    if (isAuthorized === true) return [];
    const reason = isAuthorized === undefined ? 'it has no trustline' : 'its trustline is not authorized';
    return [{ assetId, reason: `${reason} for ${contract}` }];
  });

const REQUIRED = Buffer.from('1').toString('base64');
const WARNING = 'wallets may pay it without a memo; docs/chains.md has the command that forbids it';

/** SEP-29: wallets then refuse a payment without a memo. */
const requiresMemo = (account: unknown): boolean =>
  propertyOf(propertyOf(account, 'data'), 'config.memo_required') === REQUIRED;

interface AccountScope {
  readonly calls: StellarCalls;
  readonly watch: ClosedWatch;
}

const stateOf = async ({ calls, watch }: AccountScope, address: string): Promise<ReceiverState> => {
  const account = await calls.ask((server) => server.accounts().accountId(address).call());
  if (account === null) return { address, refusal: 'it does not exist' };
  const unfit = unfitIn(trustlinesOf(account), watch.assets);
  return { address, refusal: null, unfit, ...(requiresMemo(account) ? {} : { warning: WARNING }) };
};

export const lookAtAccounts = async (
  scope: AccountScope,
  addresses: readonly string[],
): Promise<readonly ReceiverState[]> => {
  const states: ReceiverState[] = [];
  for (const address of addresses) states.push(await stateOf(scope, address));
  return states;
};
