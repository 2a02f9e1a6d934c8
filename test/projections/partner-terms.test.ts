import { sealed, time } from '../../packages/testing/src/samples/sample-data';
import { recorded } from '../../packages/testing/src/samples/sample-events';
import { accounts } from '../../projections/accounts';
import { type PartnerRow, partners } from '../../read-models/partners/partners';
import { givenRows, row } from '../given';

const partner: PartnerRow = {
  ...{ partner_id: 'p1', name: 'Acme', status: 'ACTIVE', ip_allowlist: [], features: {} },
  ...{ fee_markup_basis_points: 0, requests_per_minute: null, onboarded_at: time(-900), revision: 0 },
  ...{ cashin_delivery: 'PLATFORM', cashin_split_key: null },
};
const given = (columns: Partial<PartnerRow> = {}) => givenRows(accounts, row(partners, { ...partner, ...columns }));
const becomes = (columns: Partial<PartnerRow>) => row(partners, { ...partner, ...columns });

test('PartnerTermsChanged: keeps the delivery and the key of the split until they are named', () => {
  const fee = { fee_markup_basis_points: 50 };
  const splitKey = { pixKey: sealed('p1', 'cGl4'), pixKeyType: 'EVP', pixKeyMasked: '****-0001' } as const;
  const column = { ...splitKey, pixKey: { ...splitKey.pixKey } };
  given()
    .when(recorded('PartnerTermsChanged', { cashinDelivery: 'PARTNER', cashinSplitKey: splitKey }))
    .thenRows(becomes({ ...fee, cashin_delivery: 'PARTNER', cashin_split_key: column }));
  given({ cashin_delivery: 'PARTNER', cashin_split_key: column })
    .when(recorded('PartnerTermsChanged'))
    .thenRows(becomes({ ...fee, cashin_delivery: 'PARTNER', cashin_split_key: column }));
  given({ cashin_split_key: column })
    .when(recorded('PartnerTermsChanged', { cashinSplitKey: null }))
    .thenRows(becomes(fee));
});
