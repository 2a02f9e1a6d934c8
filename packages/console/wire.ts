import type { components } from './generated/ops-api';

type Schemas = components['schemas'];

export type OpsAmount = Schemas['OpsAmount'];
export type OpsEvent = Schemas['OpsEvent'];
export type OpsExplanation = Schemas['OpsExplanation'];
export type OpsHit = Schemas['OpsHit'];
export type OpsHits = Schemas['OpsHits'];
export type OpsLink = Schemas['OpsLink'];
export type OpsListedPayment = Schemas['OpsListedPayment'];
export type OpsMoneyIn = Schemas['OpsMoneyIn'];
export type OpsMoneyOut = Schemas['OpsMoneyOut'];
export type OpsNews = Schemas['OpsNews'];
export type OpsOpened = Schemas['OpsOpened'];
export type OpsOpening = Schemas['OpsOpening'];
export type OpsPayment = Schemas['OpsPayment'];
export type OpsPayments = Schemas['OpsPayments'];
export type OpsRole = Schemas['OpsRole'];
export type OpsSession = Schemas['OpsSession'];
export type OpsStep = Schemas['OpsStep'];
export type OpsTimeline = Schemas['OpsTimeline'];
export type OpsWebhook = Schemas['OpsWebhook'];
