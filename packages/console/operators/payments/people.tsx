import { Facts } from '../../parts/facts';
import { Link } from '../../parts/link';
import { useReader } from '../../parts/reader';
import { Id } from '../../parts/values/id';
import { Status, toneOf } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import type { OpsPayment } from '../../wire';
import { wordFor } from '../../words/codes';
import { userPath } from '../frame/paths';
import { KycButton } from '../people/kyc-button';
import { fieldsOf, Opening } from './opening';

/** Masked by the service; a value is opened by itself, for a reason. */
export const People = ({ payment, onReload }: { payment: OpsPayment; onReload: () => void }) => {
  const { page, kyc, payees } = useReader().words;
  const { people } = payment;
  const { kycStatus, payee, payerMasked } = people;
  return (
    <section aria-labelledby="people">
      <h2 id="people">{page.people}</h2>
      <p class="muted">{people.isErased ? page.erased : page.masked}</p>
      <Facts
        of={[
          [
            page.user,
            <>
              <Id>{people.userId}</Id> <Link to={userPath(people.userId)}>{page.userPage}</Link>
            </>,
          ],
          [page.kyc, kycStatus === null ? page.noKyc : <Status tone={toneOf(kycStatus)}>{kyc[kycStatus]}</Status>],
          [page.externalId, people.hasExternalId ? page.sealed : page.none],
          [page.payer, payerMasked === null ? null : <Text>{payerMasked}</Text>],
          [
            page.payee,
            <>
              <Text>{wordFor(payees, payee.kind)}</Text>:{' '}
              {payee.kind === 'WALLET' ? <Id>{payee.shown}</Id> : <Text>{payee.shown}</Text>}
            </>,
          ],
        ]}
      />
      <p class="tools">
        {!people.isErased && <Opening userId={people.userId} fields={fieldsOf(payment)} paymentId={payment.id} />}
        {payment.asOf === null && !people.isErased && (
          <KycButton userId={people.userId} status={kycStatus} onDone={onReload} />
        )}
      </p>
    </section>
  );
};
