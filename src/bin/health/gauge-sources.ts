import type { Pool } from 'pg';
import { openAlertsByKind } from '../../../infra/alerts/alert-rows';
import { systemClock } from '../../../infra/clock';
import type { GaugeSource } from '../../../infra/metrics/gauge-source';
import { alertGauges } from '../../../infra/metrics/sources/alerts';
import { breakerGauges } from '../../../infra/metrics/sources/breakers';
import { depositGauges } from '../../../infra/metrics/sources/deposits';
import { eventStoreGauges } from '../../../infra/metrics/sources/event-store';
import { leaseGauges } from '../../../infra/metrics/sources/leases';
import { type NewestHeights, networkGauges } from '../../../infra/metrics/sources/networks';
import { payoutGauges } from '../../../infra/metrics/sources/payouts';
import { projectionGauges } from '../../../infra/metrics/sources/projections';
import { webhookGauges } from '../../../infra/metrics/sources/webhooks';
import { createQuery } from '../../../infra/postgres/query';
import { breakerRows } from '../../../infra/providers/breaker/breaker-rows';
import type { LogCounters } from '../../../packages/event-store/log/log';
import { projections } from '../../../projections/all';
import { duePayloads } from '../../reads/due-payloads';
import type { Adapters } from '../wiring/adapters';

export interface Gauged {
  readonly adapters: Adapters;
  /** For gauges only, so that they take no connection from requests. */
  readonly pool: Pool;
  readonly newest: NewestHeights;
}

/** Store gauges of every worker process. A new source is a file in `infra/metrics/sources` and a line here. */
export const storeGauges = ({ adapters, pool, newest }: Gauged): readonly GaugeSource[] => {
  const query = createQuery(pool);
  const clock = systemClock;
  const { eventStore } = adapters.ports;
  return [
    projectionGauges({ pool, eventStore, projections, clock }),
    networkGauges({ query, clock, newest, networks: adapters.offer.networks.map(({ name }) => name) }),
    payoutGauges(query),
    breakerGauges(breakerRows(query).count),
    depositGauges(query),
    webhookGauges(query),
    alertGauges(() => openAlertsByKind(query)),
    leaseGauges(query, Object.keys(duePayloads)),
  ];
};

export const eventLogGauges = (counters: (() => LogCounters) | null): readonly GaugeSource[] =>
  counters === null ? [] : [eventStoreGauges(counters)];
