import { useEffect, useState } from 'preact/hooks';
import { Action } from '../../parts/frame/action';
import { useReader } from '../../parts/reader';
import { Id } from '../../parts/values/id';
import type { OpsSignInStart } from '../../wire';
import { beginAtProvider, listWays } from '../api/session';

const leave = ({ url }: OpsSignInStart) => location.assign(url);

/** The button of the identity provider, where there is one. */
export const AtProvider = () => {
  const [host, setHost] = useState<string | null>(null);
  useEffect(() => {
    void listWays().then((answer) => answer.isOk && setHost(answer.data.identityProvider));
  }, []);
  return host === null ? null : <ProviderButton host={host} />;
};

export const ProviderButton = ({ host }: { host: string }) => (
  <Action action={useReader().words.signIn.atProvider(host)} send={beginAtProvider} onDone={leave} />
);

interface Refused {
  readonly code: string;
  readonly requestId: string;
}

/** As the way back from the provider leaves it in the address. */
const REFUSED = /^#(SIGN_IN_REFUSED|PROVIDER_FAILURE)\.([\w-]{1,64})$/;

export const refusedIn = (hash: string): Refused | null => {
  const [, code, requestId] = REFUSED.exec(hash) ?? [];
  return code === undefined || requestId === undefined ? null : { code, requestId };
};

export const ProviderRefused = ({ refused }: { refused: Refused | null }) => {
  const { signIn: words, states } = useReader().words;
  if (refused === null) return null;
  return (
    <div class="notice bad" role="alert">
      <p>{refused.code === 'PROVIDER_FAILURE' ? words.providerDown : words.refused}</p>
      <p>
        {states.requestId} <Id>{refused.requestId}</Id>
      </p>
    </div>
  );
};
