import { useState } from 'preact/hooks';
import { Facts } from '../../parts/facts';
import { Asked } from '../../parts/frame/asked';
import { useReader } from '../../parts/reader';
import { Text } from '../../parts/values/text';
import type { IssuedHmacSecret, MemberSession } from '../../wire-partners';
import { rotateHmacSecret } from '../api/changes';
import { readSession } from '../api/session';
import { Confirmed } from '../frame/confirmed';
import { Secret } from '../frame/secret';
import { useDashboardWords, useMember } from '../frame/signed-in';

/** The secret of the mode for signed requests; a new one is shown until the page is left. */
export const SignedRequests = () => {
  const { developers } = useDashboardWords();
  const { may } = useMember();
  const [issued, setIssued] = useState<IssuedHmacSecret | null>(null);
  return (
    <section aria-labelledby="hmac">
      <h2 id="hmac">{developers.hmac}</h2>
      <p>{developers.hmacLead}</p>
      {issued !== null && <Secret>{issued.hmacSecret}</Secret>}
      {may('configure') && (
        <Confirmed
          action={developers.rotateHmac}
          lead={developers.rotateHmacLead}
          send={rotateHmacSecret}
          onDone={setIssued}
        />
      )}
    </section>
  );
};

/** Asks again for each page, because an operator may have changed the list since the sign-in. */
export const Allowlist = () => {
  const { people } = useReader().words;
  return (
    <section aria-labelledby="allowlist">
      <h2 id="allowlist">{people.allowlist}</h2>
      <Asked ask={readSession}>{(session) => <AllowedAddresses of={session} />}</Asked>
    </section>
  );
};

export const AllowedAddresses = ({ of: { ipAllowlist } }: { of: Pick<MemberSession, 'ipAllowlist'> }) => {
  const { people } = useReader().words;
  const { developers } = useDashboardWords();
  const addresses = ipAllowlist.length === 0 ? people.anyAddress : <Text>{ipAllowlist.join(', ')}</Text>;
  return (
    <>
      <p>{developers.allowlistLead}</p>
      <Facts of={[[people.allowlist, addresses]]} />
    </>
  );
};
