import { Facts } from '../../parts/facts';
import { useReader } from '../../parts/reader';
import { Id } from '../../parts/values/id';
import { Status, toneOf } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import type { OpsPayment } from '../../wire';
import { wordFor } from '../../words/en';
import { Opening } from './opening';

/** Masked by the service; a value is opened by itself, for a reason. */
export const People = ({ payment }: { payment: OpsPayment }) => {
  const { page, kyc, payees } = useReader().words;
  const { people } = payment;
  const { kycStatus, payee, payerMasked } = people;
  return (
    <section aria-labelledby="people">
      <h2 id="people">{page.people}</h2>
      <p class="muted">{people.isErased ? page.erased : page.masked}</p>
      <Facts
        of={[
          [page.user, <Id>{people.userId}</Id>],
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
      <Opening payment={payment} />
    </section>
  );
};
