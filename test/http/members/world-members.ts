import type { Pool } from 'pg';
import { createMemberDeps } from '../../../src/bin/wiring/dashboard/member-deps';
import type { MemberDeps } from '../../../src/http/session/member-deps';
import type { ServicePorts } from '../../../src/service-ports';

/** Members by the real wiring, with the address of a dashboard. */
export const worldMembers = (ports: ServicePorts, pool: Pool): MemberDeps =>
  createMemberDeps({
    config: { PUBLIC_BASE_URL: 'http://dashboard.example', INSTANCE_ID: 'lastro', NODE_ENV: 'test' },
    ...{ adapters: { ports, pool }, logger: { warn: () => undefined }, standing: new Map() },
  });
