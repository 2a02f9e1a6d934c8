import type { Request } from 'express';
import { invalidField } from '../../../aggregates/rejection';
import { principalOf } from './request-state';

const SCENARIO = /^[A-Z][A-Z0-9_]{0,63}$/;

/** Scenario of the simulators for this request; null for live credentials. */
export const scenarioOf = (request: Request, scenario: string | undefined): { readonly scenario?: string } => {
  if (scenario === undefined || principalOf(request).mode !== 'sandbox') return {};
  if (!SCENARIO.test(scenario)) {
    throw invalidField('X-Sandbox-Scenario', 'must be the name of a scenario, such as CHARGE_PAID');
  }
  return { scenario };
};
