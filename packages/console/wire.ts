import type { components } from './generated/ops-api';

type Schemas = components['schemas'];

export type OpsAmount = Schemas['OpsAmount'];
export type OpsEvent = Schemas['OpsEvent'];
export type OpsExplanation = Schemas['OpsExplanation'];
export type OpsLink = Schemas['OpsLink'];
export type OpsMoneyIn = Schemas['OpsMoneyIn'];
export type OpsMoneyOut = Schemas['OpsMoneyOut'];
export type OpsPayment = Schemas['OpsPayment'];
export type OpsRole = Schemas['OpsRole'];
export type OpsSession = Schemas['OpsSession'];
export type OpsStep = Schemas['OpsStep'];
export type OpsTimeline = Schemas['OpsTimeline'];
export type OpsWebhook = Schemas['OpsWebhook'];
