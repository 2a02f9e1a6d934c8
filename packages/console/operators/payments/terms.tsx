import { Facts } from '../../parts/facts';
import { useReader } from '../../parts/reader';
import { Amount } from '../../parts/values/amount';
import { Id } from '../../parts/values/id';
import { Text } from '../../parts/values/text';
import type { OpsPayment } from '../../wire';

/** The terms of the quote. */
export const Terms = ({ payment: { kind, terms } }: { payment: OpsPayment }) => {
  const { page } = useReader().words;
  return (
    <section aria-labelledby="terms">
      <h2 id="terms">{page.terms}</h2>
      <Facts
        of={[
          [page.total, <Amount of={terms.total} />],
          [page.fee, <Amount of={terms.fee} />],
          [page.net[kind], <Amount of={terms.net} />],
          [page.crypto, <Amount of={terms.crypto} />],
          [page.network, <Text>{terms.network}</Text>],
          [page.receiver, terms.receiver === null ? null : <Id>{terms.receiver}</Id>],
          [page.memo, terms.memo === null ? null : <Id>{terms.memo}</Id>],
          [page.delivery, terms.delivery === null ? null : page.deliveredBy[terms.delivery]],
          [page.quote, terms.quoteId === null ? null : <Id>{terms.quoteId}</Id>],
          [page.reference, terms.reference === null ? null : <Text>{terms.reference}</Text>],
        ]}
      />
    </section>
  );
};
