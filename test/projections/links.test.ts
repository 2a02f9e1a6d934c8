import { sealed, time } from '../../packages/testing/src/samples/sample-data';
import { recorded } from '../../packages/testing/src/samples/sample-events';
import { linksProjection } from '../../projections/links';
import { type LinkRow, links } from '../../read-models/partners/links';
import { givenRows, row } from '../given';

const live: LinkRow = {
  link_code: 'link1',
  partner_id: 'p1',
  mode: 'sandbox',
  invoice_code: { ...sealed('p1', 'Y29kZQ==') },
  amount_cents: '15000',
  asset_id: 201,
  description: { ...sealed('p1', 'bGFi') },
  position_commit: '70',
  created_at: time(0),
  expires_at: time(3600),
  removed_at: null,
};
const created = (data: object = {}) => recorded('LinkCreated', data, { position: { commit: 70n, prepare: 71n } });

test('LinkCreated makes a link with its sealed terms', () =>
  givenRows(linksProjection).when(created()).thenRows(row(links, live)));
test('LinkCreated without amount, asset and description leaves them open', () =>
  givenRows(linksProjection)
    .when(created({ amountCents: null, assetId: null, description: null }))
    .thenRows(row(links, { ...live, amount_cents: null, asset_id: null, description: null })));
test('LinkRemoved keeps the row, and a repeated removal succeeds', () =>
  givenRows(linksProjection, row(links, live))
    .when(recorded('LinkRemoved'))
    .thenRows(row(links, { ...live, removed_at: time(130) })));
test('LinkRemoved of an unknown link changes no row', () =>
  givenRows(linksProjection).when(recorded('LinkRemoved')).unchanged());
